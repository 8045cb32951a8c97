"""Rulebooks as data: one TOML file each, a model that refuses what cannot be, and the catalogue of cited articles."""

from controller.rulebooks.figures import Cited, Rule, Rulebook
from controller.rulebooks.load import RulebookError, article_text, available, load

__all__ = ["Cited", "Rule", "Rulebook", "RulebookError", "article_text", "available", "load"]
