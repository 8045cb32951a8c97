"""Who sits where and is dealt in: arrivals, departures, absences, entry blinds, the first button."""
