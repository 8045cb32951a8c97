"""Owns every port and pin; turns a part's protocol into what the sensors mean, as tags and places."""
