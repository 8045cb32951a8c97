"""What the pages say of articles in French: every article, and none that there is not."""

from __future__ import annotations

from controller.console.words import words
from controller.pages.catalogue import sentences
from controller.rulebooks.articles import articles


def test_every_article_is_said_in_french() -> None:
    assert len(articles()) > 390
    assert sorted(articles().keys() - sentences("fr").keys()) == []


def test_no_sentence_is_of_an_article_that_there_is_not() -> None:
    assert sorted(sentences("fr").keys() - articles().keys()) == []


def test_a_page_in_english_says_what_the_rulebook_says() -> None:
    assert words("fr")["article.lfp-2.7"] == sentences("fr")["lfp-2.7"]
    assert not [key for key in words("en") if key.startswith("article.")]
