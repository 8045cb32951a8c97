"""The contract between the rooms: what they say to each other, how time passes, and how a table is described.

Everyone may import this package. It imports nothing of ours.
"""
