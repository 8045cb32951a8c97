"""The controller process: events in over ZeroMQ, the journal, the table session, public state and displays out."""
