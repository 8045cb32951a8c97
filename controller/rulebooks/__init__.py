"""Rulebooks as data: one TOML file each, a model that refuses what cannot be, and the catalogue of articles."""

from controller.rulebooks.articles import article_text
from controller.rulebooks.figures import Cited, Rule, Rulebook
from controller.rulebooks.files import RulebookError
from controller.rulebooks.load import available, load, loads

__all__ = ["Cited", "Rule", "Rulebook", "RulebookError", "article_text", "available", "load", "loads"]
