"""A real table of Forest Shuffle, scored, from JSON or short text.

    {"players": [{"cave": 3, "trees": [{"species": "oak", "card": 10, "top": [121], "left": [70, 71]}]}]}
    oak 10: top 121, left 70 71; sapling: bottom moss; cave 3 / beech; beech; 35

A card is its printed number, its species, or both. Players are parted by a slash, so that lindens and
woodpeckers can be compared. What cannot lie like that is named, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from trufflewood.games.forest_shuffle.components import (
    CARD_ROW,
    CARDS,
    FACES,
    ROOM,
    SAPLING,
    SIDES,
    SPECIES_ROW,
    SYMBOLS,
    Options,
)
from trufflewood.games.forest_shuffle.scoring import score as lines_of
from trufflewood.games.forest_shuffle.state import CAVE_SIZE, State, attach, blank, plant, put
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.package import Sheet
from trufflewood.kit.words import words

MOST_PLAYERS: Final = 5
SHARES: Final = {"european-hare": 11, "common-toad": 2}  # cards in one slot (§3.8)


class Named:
    """A card as somebody described it: a number, a species, a symbol, or some of these."""

    def __init__(self, player: int, side: str, card: int | None, species: str, symbol: str) -> None:
        self.player = player
        self.side = side  # "" for a tree
        self.number = card
        self.species = species
        self.symbol = symbol
        self.face = -1

    @property
    def text(self) -> str:
        return " ".join(filter(None, [self.species, self.symbol, str(self.number or "")]))

    def fits(self) -> list[int]:
        """The faces that it can be."""
        return [
            face
            for face, shown in enumerate(FACES)
            if shown.side == self.side
            and self.number in (None, shown.number)
            and self.species in ("", shown.species)
            and self.symbol in ("", shown.symbol)
        ]


class Stand:
    """A tree of the layout, with what lies at it."""

    def __init__(self, tree: Named | None) -> None:
        self.tree = tree  # None for a sapling
        self.halves: list[Named] = []


def score(layout: Any, best: Sequence[str] = ()) -> Sheet:
    if best:
        raise BadLayout("no-best", ROOM)
    data = _from_text(layout) if isinstance(layout, str) else layout
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(players, list) or not players:
        raise BadLayout("players-missing", ROOM)
    if len(players) > MOST_PLAYERS:
        raise BadLayout("too-many-players", ROOM, n=len(players))
    forests = [_forest(player, entry) for player, entry in enumerate(players)]
    _choose_copies([named for forest, _ in forests for named in _all(forest)])
    state = blank(_options(data, max(2, len(players))))
    for player, (forest, cave) in enumerate(forests):
        for stand in forest:
            _stand(state, player, stand)
        put(state, player, CAVE_SIZE, cave)
    return Sheet([lines_of(state, player) for player in range(len(players))])


def _options(data: dict[str, Any], seats: int) -> Options:
    """The two thresholds may be those of the Spanish reference card (§14.8, §14.9)."""
    given = data.get("options", {})
    try:
        return msgspec.convert({**given, "seats": seats}, Options)
    except (msgspec.ValidationError, TypeError) as error:
        raise BadLayout("bad-options", ROOM, reason=str(error)) from None


def _all(forest: list[Stand]) -> list[Named]:
    return [named for stand in forest for named in [*filter(None, [stand.tree]), *stand.halves]]


def _stand(state: State, player: int, stand: Stand) -> None:
    tree = plant(state, player, SAPLING if stand.tree is None else stand.tree.face)
    for half in stand.halves:
        attach(state, tree, half.face)


# ---- reading what was described


def _forest(player: int, entry: Any) -> tuple[list[Stand], int]:
    if not isinstance(entry, dict) or not isinstance(entry.get("trees", []), list):
        raise BadLayout("bad-player", ROOM, player=player)
    for key in entry:
        if key not in ("trees", "cave"):
            raise BadLayout("unknown-entry", ROOM, entry=str(key), known=["cave", "trees"])
    cave = entry.get("cave", 0)
    if isinstance(cave, list):
        cave = len(cave)
    if not isinstance(cave, int) or isinstance(cave, bool) or not 0 <= cave <= len(CARDS):
        raise BadLayout("bad-cave", ROOM, n=str(cave), most=len(CARDS))
    return [_tree(player, tree) for tree in entry.get("trees", [])], cave


def _tree(player: int, entry: Any) -> Stand:
    if not isinstance(entry, dict):
        entry = {"species": "sapling"} if _key(entry) == "sapling" else _loose(entry)
    for key in entry:
        if key not in ("species", "card", "tree_symbol", *SIDES):
            raise BadLayout("unknown-slot", ROOM, slot=str(key), known=list(SIDES))
    sapling = _key(entry.get("species", "")) == "sapling"
    described = {key: value for key, value in entry.items() if key not in SIDES}
    stand = Stand(None if sapling else _named(player, "", described))
    for side in SIDES:
        there = entry.get(side, [])
        halves = [_named(player, side, half) for half in (there if isinstance(there, list) else [there])]
        _check_slot(side, halves)
        stand.halves += halves
    return stand


def _loose(entry: Any) -> dict[str, Any]:
    """A card as a bare number or as text such as "moss 114"."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        return {"card": entry}
    found = re.fullmatch(r"([^\d]*?)\s*(\d{1,3})?", str(entry).strip())
    if not isinstance(entry, str) or not found or not entry.strip():
        raise BadLayout("bad-card", ROOM, card=str(entry)[:40])
    return {"species": found[1], "card": int(found[2]) if found[2] else None}


def _key(species: Any) -> str:
    """A species as people write it: Silver Fir, silver_fir, abeto-común."""
    key = re.sub(r"[\s_]+", "-", str(species).strip().lower()).replace("'", "")
    return words(ROOM, "es").untranslate(key)


def _named(player: int, side: str, entry: Any) -> Named:
    described = entry if isinstance(entry, dict) else _loose(entry)
    number = described.get("card")
    species = _key(described.get("species") or "")
    symbol = _key(described.get("tree_symbol") or "")
    if number is not None and (not isinstance(number, int) or number not in CARD_ROW):
        raise BadLayout("no-such-card", ROOM, text=str(number), number=str(number))
    if species and species not in SPECIES_ROW:
        raise BadLayout("no-such-species", ROOM, species=species)
    if symbol and symbol not in SYMBOLS:
        raise BadLayout("no-such-symbol", ROOM, symbol=symbol, known=list(SYMBOLS))
    if number is None and not species:
        raise BadLayout("bad-card", ROOM, card=str(entry)[:40])
    named = Named(player, side, number, species, symbol)
    if not named.fits():
        _say_why(named)
    return named


def _say_why(named: Named) -> None:
    """The card cannot lie there: say what it shows, or where it belongs."""
    if named.number is not None:
        shown = [FACES[face].species for face in CARDS[CARD_ROW[named.number]].faces]
        if named.species and named.species not in shown:
            raise BadLayout("card-shows", ROOM, text=named.text, number=named.number, shown=shown)
        sides = [FACES[face].side or "tree" for face in CARDS[CARD_ROW[named.number]].faces]
    else:
        sides = sorted({face.side or "tree" for face in FACES if face.species == named.species})
    if named.symbol and named.side in [side.replace("tree", "") for side in sides]:
        raise BadLayout("wrong-symbol", ROOM, text=named.text, symbol=named.symbol)
    raise BadLayout("wrong-slot", ROOM, text=named.text, slot=named.side or "tree", sides=sides)


def _check_slot(side: str, halves: list[Named]) -> None:
    """One card in a slot, but for hares and toads (§3.8)."""
    if len(halves) < 2:
        return
    kinds = {FACES[half.fits()[0]].species for half in halves}
    key = kinds.pop()
    if kinds or key not in SHARES:
        raise BadLayout("slot-shared", ROOM, slot=side, cards=[half.text for half in halves])
    if len(halves) > SHARES[key]:
        raise BadLayout("toads-crowded", ROOM, n=len(halves))


# ---- which copies these are


def _choose_copies(cards: list[Named]) -> None:
    """Find a different real card for each; fewest possibilities first, making room where that helps."""
    holder: dict[int, Named] = {}
    for named in sorted(cards, key=lambda one: len(one.fits())):
        if named.number is not None and CARD_ROW[named.number] in holder:
            raise BadLayout("card-twice", ROOM, number=named.number)
        if not _give(named, holder, set()):
            raise BadLayout("too-many-copies", ROOM, species=named.species, n=len(named.fits()))
    for named in cards:
        _check_symbol(named, cards)


def _give(named: Named, holder: dict[int, Named], tried: set[int]) -> bool:
    for face in named.fits():
        card = FACES[face].card
        if card in tried:
            continue
        tried.add(card)
        if card not in holder or _give(holder[card], holder, tried):
            holder[card] = named
            named.face = face
            return True
    return False


def _check_symbol(named: Named, cards: list[Named]) -> None:
    """A roe deer counts tree symbols: then a card without a number must show the same in all copies."""
    if len({FACES[face].symbol for face in named.fits()}) == 1:
        return
    if any(FACES[one.face].species == "roe-deer" and one.player == named.player for one in cards):
        raise BadLayout("which-copy", ROOM, species=named.species, player=named.player)


# ---- short text


def _from_text(text: str) -> dict[str, Any]:
    players: list[dict[str, Any]] = []
    for part in text.split("/"):
        player: dict[str, Any] = {"trees": []}
        for item in filter(None, (one.strip() for one in re.split(r"[;\n]", part))):
            tree, _, slots = item.partition(":")
            cave = re.fullmatch(r"(?:cave|cueva)\s+(\d+)", item.lower())
            if cave:
                player["cave"] = int(cave[1])
            else:
                player["trees"].append(_tree_from_text(tree.strip(), slots))
        players.append(player)
    return {"players": players}


def _tree_from_text(tree: str, slots: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"species": "sapling"} if _key(tree) == "sapling" else _loose(tree)
    for slot in filter(None, (one.strip() for one in slots.split(","))):
        side, _, rest = slot.partition(" ")
        side = words(ROOM, "es").untranslate(side.lower())
        if side not in SIDES:
            raise BadLayout("unknown-slot", ROOM, slot=side, known=list(SIDES))
        entry.setdefault(side, []).extend(_cards_in(rest))
    return entry


def _cards_in(text: str) -> list[str]:
    """`70 71 72`, `european-hare 70 european-hare`, `moss 114`: a number belongs to the name before it."""
    found: list[str] = []
    for word in text.split():
        if word.isdigit() and found and not found[-1][-1].isdigit():
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
