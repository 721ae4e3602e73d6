"""What is printed on the cards, for the client to draw."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import CARDS, FACES, SPECIES, SPECIES_RULE, TAGS


def facts() -> dict[str, object]:
    species = {
        one.key: {
            "cost": one.cost,
            "tags": one.tags.split(),
            "where": one.where,
            "effect": one.effect.split(),
            "bonus": one.bonus.split(),
            "rule": rule,
        }
        for one, rule in zip(SPECIES, SPECIES_RULE, strict=True)
    }
    faces = [[face.number, face.species, face.symbol, face.side] for face in FACES]
    return {
        "species": species,
        "faces": faces,
        "cards": {card.number: card.faces for card in CARDS},
        "tags": TAGS,
    }
