"""The table's state. Changed in place, by `apply` and by the felt's record alone."""

from controller.table.setup import Setup


class Table:
    """A table. Its fields are the core's own: read it through `view`."""

    __slots__ = ("setup",)

    def __init__(self, setup: Setup) -> None:
        self.setup = setup


def new_table(setup: Setup) -> Table:
    """A table in phase "waiting", nothing dealt."""
    return Table(setup)
