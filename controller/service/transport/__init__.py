"""Sockets, orders to the bridge, the backlog after a restart, and who may send what."""
