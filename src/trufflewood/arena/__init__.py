"""Matches between bots: the same deals from every seat, and figures that say how sure they are."""
