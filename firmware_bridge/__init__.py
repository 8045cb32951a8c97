"""Owns every port and pin. It turns a part's protocol into tags and places."""
