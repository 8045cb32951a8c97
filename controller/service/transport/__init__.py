"""Sockets, orders to the bridge, the backlog after a restart, and which source may send what."""
