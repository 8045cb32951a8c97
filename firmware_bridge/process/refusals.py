"""What a command says of an error that it expects, and its exit status then."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer


@contextmanager
def refusing(*expected: type[Exception], says: str = "", status: int = 1) -> Iterator[None]:
    """Say an expected error on standard error and end the command with this exit status.

    `says`: what begins the line, such as the name of the command.
    """
    try:
        yield
    except expected as error:
        typer.echo(f"{says}: {error}" if says else str(error), err=True)
        raise typer.Exit(status) from None
