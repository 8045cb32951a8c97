"""Commissioning: a box of parts becomes a table. A technician lays, touches and draws, and each end gets its name.

An *end* is what gets a name: an antenna, a display, a GPIO line. A *name* is a place (`seat:3`), a line (`button:3`)
or `display:3`. The table file that the bridge runs on gives each end some name already, right or wrong. Readings come
under that name.

How to drive it, from a terminal or from the bridge:

    naming = Naming(table, found, keep)              table: the file that the bridge runs on. found: Commissioned() at
                                                     first. keep(found): called after each step, with all so far
    steps = naming.steps(names=[], parts=[])         what is not named yet. With names or parts: those, asked again
    walk = NamingWalk(naming, steps, peer, loop, ended, say)
                                                     test mode's socket, orders and answers, as in a guided test:
                                                     walk.told(word), walk.guide.order, .step, .over
    named_table(table, naming.found)                 the table file as it should be: TableFile
    remarks(naming.found, table)                     what has no name, what hears too much: facts with cause and cure

The answers are those of a guided test: done, again, skip, leave. And `no`: the table has none of this kind, or no
more. What is seen and left to do are facts in both languages (`messages/guided_facts.py`).
"""
