"""Speeds, each with a ratio in the same run. `make bench` prints them all."""
