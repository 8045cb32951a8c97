"""The generated pages for people who write scenarios: answers, articles, keys."""
