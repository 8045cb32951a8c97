"""docs/reference/modules.md: current, and each module says what it is about."""

from __future__ import annotations

import pytest

from tests.modules_page import ROOT, modules, page, told

pytestmark = pytest.mark.together("syntax")


def test_the_page_of_the_modules_is_current() -> None:
    printed = (ROOT / "docs" / "reference" / "modules.md").read_text("utf-8")
    assert printed == page(), "python -m tests.modules_page > docs/reference/modules.md"


def test_every_module_with_names_says_what_it_is_about() -> None:
    told_of = {path: told(path) for path in modules()}
    assert [str(path) for path, (subject, names) in told_of.items() if names and not subject] == []
