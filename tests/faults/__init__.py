"""The server under faults, attack and load: real processes, real files, real sockets, never its classes.

These tests speak to `trufflewood serve` as a stranger's program would (`client.py`), so that they hold whatever the
server is made of inside. `make faults` runs them all.
"""
