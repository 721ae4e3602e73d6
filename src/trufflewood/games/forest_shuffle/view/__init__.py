"""What a seat may know in Forest Shuffle, what it is told, and worlds that would look the same."""

from trufflewood.games.forest_shuffle.view.events import events
from trufflewood.games.forest_shuffle.view.imagine import build, imagine
from trufflewood.games.forest_shuffle.view.look import Looks, Place, Stash, Tree, View, view

__all__ = ["Looks", "Place", "Stash", "Tree", "View", "build", "events", "imagine", "view"]
