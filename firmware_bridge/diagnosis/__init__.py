"""The diagnosis: what parts report goes in, with the time. Verdicts come out: part, place, cause, evidence, cure.

Pure. It opens no port, reads no clock and names no tag.
"""
