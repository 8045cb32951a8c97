"""`python -m controller <command>` is `sabot <command>`: how the supervisor starts its processes."""

from controller.command import main

main()
