"""What the client must know about the box: the orders, and the places of the pyramid."""

from __future__ import annotations

from trufflewood.games.truffle_shuffle.components import BONUS_TRUFFLES, ORDERS, ROWS


def facts() -> dict[str, object]:
    orders = [{**order._asdict(), "bonus": order.truffles >= BONUS_TRUFFLES} for order in ORDERS]
    return {"orders": orders, "rows": ROWS}
