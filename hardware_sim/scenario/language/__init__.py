"""The scenario language: lines become words, words become a tree, and every error names its place."""
