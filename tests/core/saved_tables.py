"""Tables that earlier programs saved in mid-hand: `tests/data/checkpoint_<version>.json`, one of each version.

Who has raised VERSION saves one of the new version with `python -m tests.core.saved_tables`. The file of a version
is never made again after that: it stands for the tables that were saved by the programs of that version.
"""

import json
from pathlib import Path

from controller.table import Checkpoint, checkpoint, restore
from controller.table.state.migrations import VERSION
from tests.core.dealing import Dealer
from tests.core.tables import DECK, LFP, dealt, setup

DATA = Path(__file__).parents[1] / "data"
SETUP = setup(stacks={4: 600})


def file_of(version: int) -> Path:
    return DATA / f"checkpoint_{version}.json"


def in_mid_hand() -> Dealer:
    """Seat 4 all in before the flop, called by three. On the flop seat 1 has bet 500 and seat 2 is to act."""
    d = dealt(LFP, SETUP)
    for seat, key in ((3, "call"), (4, "all_in"), (1, "call"), (2, "call"), (3, "call")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    d.deal_board(DECK[8], DECK[9:12], 1)
    d.key(1, "raise", 500)
    d.settle()
    return d


def save(d: Dealer, file: Path) -> None:
    made = checkpoint(d.table)
    kept = {"body": made.body, "faces": made.faces, "now": d.now, "exits": d.exits}
    file.write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def saved(version: int) -> Checkpoint:
    kept = json.loads(file_of(version).read_text())
    return Checkpoint(kept["body"], tuple((number, face) for number, face in kept["faces"]))


def taken_up(version: int) -> Dealer:
    """A dealer who goes on at the table that a program of that version saved."""
    kept = json.loads(file_of(version).read_text())
    d = Dealer(SETUP, LFP)
    d.table, d.now, d.exits = restore(saved(version)), kept["now"], kept["exits"]
    return d


def played_out(d: Dealer) -> Dealer:
    """From `in_mid_hand` to the award: seat 2 folds, seat 3 calls, the rest is checked, all show."""
    d.key(2, "fold")
    d.key(3, "call")
    d.bring_in()
    for burn, street in ((12, 4), (14, 5)):
        d.deal_board(DECK[burn], DECK[burn + 1 : burn + 2], street)
        for seat in (1, 3):
            d.key(seat, "check")
    for seat in d.view.show_order:
        d.command("shows", seat)
    d.award()
    return d


if __name__ == "__main__":
    save(in_mid_hand(), file_of(VERSION))
