"""What happens to players: winning (104)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.amounts import amount
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.speaking import does

__all__ = ["win_game"]


def win_game(draft: Draft, act: A.WinGame) -> None:
    """Let a player win, if there is enough of what the effect counts; the others lose (104.2b)."""
    player = act.player or draft.active
    if act.at_least and amount(draft, act.of, player, None) < act.at_least:
        return
    for other in draft.players:
        if other.name != player and not other.lost:
            draft.change_player(other.name, lost=f"{does(player, 'wins')} the game [104.2b]")
    draft.emit(Event("wins", player=player, rules=("104.2b",)))
