"""`sabot people` in a terminal, and a table file whose pages leave the machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.people import command
from controller.people.accounts import Accounts, AccountsFile
from controller.people.demo import CHEAP
from controller.people.roles import table
from controller.people.secrets import hashed
from controller.people.terminal import two_people
from controller.registers import FileDeviceKey
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError

from .things import table_text


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "hashed", lambda secret: hashed(secret, CHEAP))
    path = tmp_path / "table.toml"
    path.write_text(table_text(tmp_path))
    return path


def people(config: Path, *arguments: str, secret: str = "") -> tuple[int, str]:
    """Exit status, and all that was printed."""
    given = [arguments[0], "--config", str(config), *arguments[1:]]
    result = CliRunner().invoke(command.app, given, input=f"{secret}\n")
    return result.exit_code, result.output


def test_people_are_added_listed_and_removed(config: Path) -> None:
    assert people(config, "add", "Dia", "director", secret="correct horse") == (0, "Dia may log in as director\n")  # noqa: S106 - of nobody
    assert people(config, "add", "Zoé", "dealer", secret="135792")[0] == 0  # noqa: S106 - of nobody
    assert people(config, "list") == (0, "Dia\tdirector\nZoé\tdealer\n")
    assert people(config, "remove", "zoé")[0] == 0
    assert people(config, "list") == (0, "Dia\tdirector\n")


@pytest.mark.parametrize(
    ("name", "role", "secret", "said"),
    [
        ("Zoé", "boss", "135792", "role 'boss': allowed are display, dealer,"),
        ("Zoé", "player", "135792", "role 'player': allowed are"),
        (" ", "dealer", "135792", "1-40 characters are allowed"),
        ("Zoé", "dealer", "1357", "Use 6 digits"),
        ("dia", "dealer", "135792", "'dia' has an account already"),
    ],
)
def test_what_cannot_be_an_account_is_refused_in_words(
    config: Path, name: str, role: str, secret: str, said: str
) -> None:
    people(config, "add", "Dia", "director", secret="correct horse")  # noqa: S106 - of nobody
    status, output = people(config, "add", name, role, secret=secret)
    assert status == 1
    assert said in output
    assert secret not in output


def test_another_secret_needs_an_account(config: Path) -> None:
    status, output = people(config, "reset", "Bob", secret="135792")  # noqa: S106 - of nobody
    assert (status, "'Bob' has no account. There are: none" in output) == (1, True)


def test_the_only_director_cannot_be_removed(config: Path) -> None:
    people(config, "add", "Dia", "director", secret="correct horse")  # noqa: S106 - of nobody
    assert people(config, "remove", "Dia")[0] == 1


def test_the_roles_are_printed_as_the_page_has_them() -> None:
    assert CliRunner().invoke(command.app, ["roles"]).output == table()


# --- pages that leave the machine -----------------------------------------------------------------------------------


def web(tmp_path: Path, text: str, simulated: bool = False) -> str:
    """What is wrong with a table file that has this section."""
    whole = table_text(tmp_path) + f"[web]\n{text}\n"
    whole = whole.replace("[table]\n", "[table]\nsimulated = true\n") if simulated else whole
    try:
        parse_table_file(whole)
    except TableFileError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "table-7"])  # noqa: S104 - that is the point
def test_an_address_that_others_reach_needs_a_certificate(tmp_path: Path, host: str) -> None:
    assert "Set cert and key (TLS), or host to 127.0.0.1" in web(tmp_path, f'host = "{host}"')
    assert web(tmp_path, f'host = "{host}"\ncert = "a.pem"\nkey = "b.pem"') == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.2.1", "::1", "localhost"])
def test_an_address_of_the_machine_alone_needs_none(tmp_path: Path, host: str) -> None:
    assert web(tmp_path, f'host = "{host}"') == ""


def test_a_certificate_without_its_key_is_refused(tmp_path: Path) -> None:
    assert "cert and key belong together" in web(tmp_path, 'cert = "a.pem"')


def test_a_simulated_table_stays_on_its_machine(tmp_path: Path) -> None:
    text = 'host = "0.0.0.0"\ncert = "a.pem"\nkey = "b.pem"'
    assert "table.simulated is true" in web(tmp_path, text, simulated=True)


# --- two people at a terminal ---------------------------------------------------------------------------------------


@pytest.fixture
def known(config: Path) -> tuple[Path, FileDeviceKey]:
    """State and key of a table with a technician and a display, whose secrets are their names twice."""
    state = parse_table_file(config.read_text()).paths.state
    key = FileDeviceKey.at(state / "device.key")
    accounts = Accounts()
    for name, role in (("Tom", "technician"), ("Eva", "surveillance"), ("Wall", "display")):
        accounts = accounts.added(name, role, hashed(2 * name, CHEAP))  # type: ignore[arg-type]  # a role of the table above
    AccountsFile(state, key).change(lambda _: accounts)
    return state, key


def typed(prompt: str) -> str:
    """What each of them types."""
    return 2 * prompt.removeprefix("PIN or passphrase of ").removesuffix(": ")


def test_both_people_of_a_deck_show_their_secrets(known: tuple[Path, FileDeviceKey]) -> None:
    assert two_people(*known, "tom ", "Eva", typed) == ("Tom", "Eva")


@pytest.mark.parametrize(
    ("by", "witness", "said"),
    [
        ("Tom", "TOM", "name two different ones"),
        ("Tom", "Bob", "'Bob' has no account"),
        ("Tom", "Wall", "Wall is a display"),
    ],
)
def test_who_cannot_stand_by_a_deck_is_named(
    known: tuple[Path, FileDeviceKey], by: str, witness: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        two_people(*known, by, witness, typed)


def test_a_wrong_secret_registers_nothing(known: tuple[Path, FileDeviceKey]) -> None:
    with pytest.raises(ValueError, match="that is not their PIN"):
        two_people(*known, "Tom", "Eva", lambda _: "TomTom")


def test_a_table_without_accounts_takes_the_names(tmp_path: Path) -> None:
    key = FileDeviceKey.at(tmp_path / "state" / "device.key")
    assert two_people(tmp_path / "state", key, "Tom", " Eva", typed) == ("Tom", "Eva")
