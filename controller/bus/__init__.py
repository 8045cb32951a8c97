"""The controller's process: sockets, roles, messages into events, orders and the public state out."""
