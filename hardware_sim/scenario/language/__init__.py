"""The scenario language: lines into words, words into a tree, and every error with its place."""
