"""The figures of every card, from the sums of observed games and of the experiment that forces cards."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arknova_fast.analysis.cardsets import CONTRASTS, GROUPS, CardSums, FinalSums
from arknova_fast.analysis.forced import METRICS, ForcedSums
from arknova_fast.analysis.many import benjamini_hochberg, shrink
from arknova_fast.analysis.paired import UNIT
from arknova_fast.analysis.power import plan_figures
from arknova_fast.analysis.price import TERMS, price_line, price_of
from arknova_fast.analysis.stats import Estimate, contrast, figures, ratio
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError, nearest, shown

RATE = 0.05  # expected share of false flags
LEAST = 30  # zoos of a group below which it has no figures
KINDS = {"A": "animal", "S": "sponsor", "P": "project"}


def parse_cards(ruleset: Ruleset, text: str, deck: Sequence[int]) -> list[int]:
    """Card indices of keys with commas, such as ``A401,S201``; numbers alone work too.

    Raises
    ------
    UsageError
        If a key is unknown or its card is not in the deck.
    """

    keys = {ruleset.card_key(index): index for index in deck}
    found = []
    for word in dict.fromkeys(word.strip().upper() for word in text.split(",")):
        index = keys.get(word)
        if index is None and word.isdigit():
            index = next((i for key, i in keys.items() if key[1:] == word), None)
        if index is None:
            raise UsageError(f"there is no card {shown(word)} in the deck; give keys of animals, sponsors and projects "
                             f"such as A401,S201{nearest(word, keys)}")
        found.append(index)
    return sorted(found)


def card_record(ruleset: Ruleset, card: int) -> dict[str, Any]:
    """Key, name, kind and price of a card."""
    key = ruleset.card_key(card)
    kind = KINDS[key[0]]
    data = ruleset.card_data(card)
    return {"card": key, "name": data["name"], "kind": kind, "price": price_of(kind, data)}


def group_figures(sums: CardSums, card: int, name: str) -> dict[str, Any]:
    """Zoos, win share and score margin of a group of a card; no figures from too few zoos."""
    moments = sums.group(card, name)
    zoos = int(moments.sums[0])
    if zoos < LEAST:
        return {"zoos": zoos, "win_share": None, "margin": None}
    return {"zoos": zoos, "win_share": figures(ratio(moments, 1, 0, UNIT, share=True)),
            "margin": figures(ratio(moments, 2, 0, UNIT))}


def contrast_of(sums: CardSums, card: int, name: str, metric: str) -> Estimate | None:
    """The difference of the two groups of a contrast."""
    moments = sums.contrast(card, name)
    if min(moments.sums[0], moments.sums[3]) < LEAST:
        return None
    part = 1 if metric == "points" else 2
    return contrast(moments, [(1.0, part, 0), (-1.0, 3 + part, 3)], UNIT)


def judged(estimates: Sequence[Estimate | None]) -> list[dict[str, Any] | None]:
    """One family of estimates, one for each card: with p values, flags for the whole family, and shrunk values."""
    p_values = np.array([np.nan if e is None else e.p_value() for e in estimates])
    flagged, adjusted = benjamini_hochberg(p_values, RATE)
    values = np.array([np.nan if e is None else e.value for e in estimates])
    errors = np.array([np.nan if e is None else e.se for e in estimates])
    known = np.isfinite(values) & (errors > 0)
    shrunk = shrink(values, errors) if known.sum() >= 3 else None
    found: list[dict[str, Any] | None] = []
    for i, estimate in enumerate(estimates):
        if estimate is None:
            found.append(None)
            continue
        entry = estimate.figures() | {"p": float(p_values[i]), "q": float(adjusted[i]), "flagged": bool(flagged[i])}
        if shrunk is not None and known[i]:
            low, high = shrunk.interval()
            entry["shrunk"] = {"value": float(shrunk.value[i]), "se": float(shrunk.se[i]),
                               "interval_95": [float(low[i]), float(high[i])]}
        found.append(entry)
    return found


def family(estimate: Callable[[int, str], Estimate | None], cards: Sequence[int]) -> list[dict[str, Any]]:
    """Both metrics of one family: win share (``points``) and score margin of every card."""
    names = {"points": "win_share", "margin": "margin"}
    columns = {names[metric]: judged([estimate(card, metric) for card in cards]) for metric in METRICS}
    return [{name: column[i] for name, column in columns.items()} for i in range(len(cards))]


def observed_figures(sums: CardSums, cards: Sequence[int]) -> list[dict[str, Any]]:
    """Per card the groups and the contrasts of the observed games."""
    contrasts = {name: family(lambda card, metric, name=name: contrast_of(sums, card, name, metric),  # type: ignore[misc]
                              cards) for name in CONTRASTS}
    return [{"groups": {name: group_figures(sums, card, name) for name in GROUPS},
             "contrasts": {name: column[i] for name, column in contrasts.items()}} for i, card in enumerate(cards)]


def final_entries(ruleset: Ruleset, sums: FinalSums) -> list[dict[str, Any]]:
    """One entry per final scoring card: those who were dealt it, and what that is worth."""
    keys = list(ruleset.data["final_scoring"])
    dealt = [i for i, moments in enumerate(sums.moments) if min(moments.sums[0], moments.sums[3]) >= LEAST]
    parts = {"points": 1, "margin": 2}
    values = family(lambda i, metric: contrast(sums.moments[i], [(1.0, parts[metric], 0), (-1.0, 3 + parts[metric], 3)],
                                               UNIT), dealt)
    return [{"card": f"F{keys[i]}", "name": ruleset.data["final_scoring"][keys[i]]["name"],
             "zoos": int(sums.moments[i].sums[0]),
             "dealt": figures(ratio(sums.moments[i], 1, 0, UNIT, share=True)), "offered": value}
            for i, value in zip(dealt, values, strict=True)]


def forced_figures(sums: ForcedSums) -> list[dict[str, Any]]:
    """Per card the value that the experiment found, and the win share with the card itself."""
    values = family(sums.value, sums.cards)
    return [value | {"with_card": figures(sums.level(card, "points"))}
            for card, value in zip(sums.cards, values, strict=True)]


def card_entries(ruleset: Ruleset, cards: Sequence[int], observed: CardSums | None,
                 forced: ForcedSums | None) -> list[dict[str, Any]]:
    """One entry per card with everything known about it."""
    seen = observed_figures(observed, cards) if observed is not None else [{} for _ in cards]
    made = forced_figures(forced) if forced is not None else [None for _ in cards]
    return [card_record(ruleset, card) | seen[i] | {"forced": made[i]} for i, card in enumerate(cards)]


def add_prices(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Fit a price line for each kind and put the residuals into the entries; returns the lines.

    The value is the score margin of the experiment; without one, the improvement when drawn of the observed games.
    """
    forced = any(entry["forced"] for entry in entries)
    lines: dict[str, Any] = {"source": "forced" if forced else "drawn"}
    for entry in entries:
        entry["residual"] = None
    for kind in TERMS:
        priced = [(entry, found) for entry in entries
                  if entry["kind"] == kind and (found := margin_of(entry, forced)) is not None]
        line = price_line(kind, [entry["price"] for entry, _ in priced], [found for _, found in priced])
        if line is None:
            lines[kind] = None
            continue
        lines[kind] = {"cards": len(priced), "terms": {name: figures(e) for name, e in line.coefficients.items()}}
        for (entry, _), residual, flagged, q in zip(priced, line.residuals, line.flagged, line.adjusted, strict=True):
            entry["residual"] = residual.figures() | {"q": float(q), "flagged": bool(flagged)}
    return lines


def margin_of(entry: dict[str, Any], forced: bool) -> Estimate | None:
    """The score margin that stands for the value of a card."""
    found = entry["forced"]["margin"] if forced else entry["contrasts"]["drawn"]["margin"]
    return None if found is None else Estimate(found["value"], found["se"], found["n"], found["deals"])


# --- before the run -----------------------------------------------------------------------------------------------


def sample_plan(players: int, deck: int, dealt: int, cards: int, games: int, deals: int) -> dict[str, Any]:
    """What a run will play and the least precision that it buys for one card.

    Parameters
    ----------
    players, deck, dealt : int
        Players, cards in the deck, cards dealt to each player.
    cards : int
        Cards to be forced.
    games, deals : int
        Observed games; deals of the experiment. 0 for none.

    Returns
    -------
    dict
        Numbers of games, and under ``offered`` and ``forced`` the figures of ``plan_figures``.
    """
    whole = cards == deck
    forced_games = (cards + (not whole)) * players * deals
    found: dict[str, Any] = {"deck": deck, "observed_games": games, "deals": deals, "forced_games": forced_games}
    if games:
        # The zoos with the card decide: those without it are so many that their error is small beside.
        found["offered"] = plan_figures(max(1, games * players * dealt // deck), players)
    if deals:
        found["forced"] = plan_figures(deals * players, players, 1 if whole else 2)
    return found
