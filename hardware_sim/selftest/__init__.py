"""The diagnosis on trial: the bridge's parts against simulated parts in memory, in virtual time, with faults."""
