"""A game turn by turn, as text and as plain objects."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arknova_fast.io.gamelog import entry_of
from arknova_fast.io.steps import Step

if TYPE_CHECKING:
    from arknova_fast.game import Game

TRACKS = ("money", "appeal", "conservation", "reputation", "x_tokens")
HEAD = ("money", "appeal", "cons.", "rep.", "X")
CAUSES = {
    "turn": "the counters of player {p} met at the end of a turn",
    "break": "the counters of player {p} met during a break",
    "solo": "the last solo round is over",
}


@dataclass
class Turn:
    """One turn of a player, the break at its end included; turn 0 is the set-up.

    Attributes
    ----------
    number : int
    player : int or None
        Whose turn it is; None in the set-up.
    card, strength, x_tokens
        The main action: its card, its strength (None for the X-token action), X-tokens spent.
    what : str
        What was done, in words.
    steps : list of dict
        The decisions as in a game log, each with a sentence under ``said``.
    before, after : list of dict
        ``TRACKS`` and the number of hand cards of every seat.
    events : list of str
        Breaks, the end of the game.
    """

    number: int
    player: int | None
    card: str | None = None
    strength: int | None = None
    x_tokens: int = 0
    what: str = ""
    steps: list[dict[str, Any]] = field(default_factory=list)
    before: list[dict[str, int]] = field(default_factory=list)
    after: list[dict[str, int]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


def tracks_of(game: Game) -> list[dict[str, int]]:
    """Tracks and hand sizes of every seat."""
    seats = game.view()["player"][: game.players]
    return [
        {name: int(seat[name]) for name in TRACKS} | {"hand": sum(int(word).bit_count() for word in seat["hand"])}
        for seat in seats
    ]


def main_strength(game: Game, card: str, x_tokens: int) -> int:
    """Strength of an action card at the main choice: its slot, less a constriction token, plus X-tokens (R5.2)."""
    from arknova_fast.arguments import ACTION_CARDS

    seat, number = game.view()["player"][game.current_player()], ACTION_CARDS.index(card)
    slot = seat["order"].tolist().index(number) + 1
    penalty = game.ruleset.data["boards"]["abilities"]["constriction_penalty"]
    return slot - penalty * (int(seat["constriction"]) >> number & 1) + x_tokens


def words_of(step: Step) -> str:
    """What a decision adds to the line of a turn; many add nothing."""
    from arknova_fast.arguments import names_of
    from arknova_fast.notation import action_to_dict

    values = action_to_dict(step.before, step.code)
    verb, name = values["action"], names_of(step.before.ruleset).card_names.get(str(values.get("card")), "")
    if verb == "place":
        x, y = values["cell"]
        return f"{values['kind'].replace('_', ' ')} at ({x},{y})"
    if verb == "support":
        return f"supports {values['card']} {name} ({values['slot']})"
    if verb in CARD_WORDS:
        return f"{CARD_WORDS[verb]} {name or values['card']}".strip()
    if verb == "display":
        card = int(step.before.view()["display"][values["slot"] - 1])
        taken = names_of(step.before.ruleset).card_names.get(step.before.ruleset.card_key(card)) if card != 255 else ""
        return f"takes {taken}" if taken else ""
    if verb in ("partner", "university"):
        return f"{verb} {values.get('continent') or values.get('kind')}".replace("_", " ")
    return PLAIN_WORDS.get(verb, "").format(**values).replace("_", " ")


CARD_WORDS = {"play_animal": "", "play_sponsor": "", "release": "releases", "sell": "sells", "take_card": "takes",
              "tuck": "pouches", "harbor_sale": "sells at the harbor"}
PLAIN_WORDS = {"draw_mode": "draws", "snap_mode": "snaps", "deck": "takes from the deck", "do_task": "{task} task",
               "donate": "donates", "advance_break": "break option", "upgrade": "upgrades {card}",
               "take_worker": "new worker", "give_card": "gives a card", "take_tile": "bonus tile {tile}",
               "bonus_cell": "bonus of a space", "choose_map": "map {map}"}


def note_main(turn: Turn, step: Step) -> str:
    """The words of an action card that is used; the main action is noted in the turn."""
    from arknova_fast.notation import action_to_dict

    values = action_to_dict(step.before, step.code)
    main = step.kind == "MAIN"
    if main:
        turn.card = values["card"]
    if values["action"] == "x_token":
        return f"X-token with {values['card']}"
    if main:
        turn.x_tokens = values["x_tokens"]
        turn.strength = main_strength(step.before, values["card"], values["x_tokens"])
        spent = f" (+{turn.x_tokens} X)" if turn.x_tokens else ""
        return f"{values['card']} {turn.strength}{spent}"
    return f"extra {values['card']}"


def add_step(turn: Turn, step: Step, words: list[str]) -> None:
    from arknova_fast.wording import describe

    turn.steps.append(entry_of(step) | {"said": describe(step.before, step.code)})
    if step.action.startswith(("act ", "x-token ")):
        words.append(note_main(turn, step))
    else:
        said = words_of(step)
        if said:
            words.append(said if step.player == turn.player or turn.player is None else f"[{step.player}: {said}]")
    turn.events += events_of(step)


def events_of(step: Step) -> list[str]:
    """Breaks and the end of the game that came with a decision."""
    from arknova_fast.io.gamelog import end_cause

    old, new = step.before.view(), step.after.view()
    events = [f"break {n}, caused by player {int(new['break_causer'])}"
              for n in range(int(old["breaks"]) + 1, int(new["breaks"]) + 1)]
    if int(new["end_cause"]) and not int(old["end_cause"]):
        player, turns = int(new["end_player"]), int(new["turns_left"])
        more = f"; {turns} more turn{'s' * (turns != 1)}" if turns and not step.after.is_terminal else ""
        events.append("end of the game: " + CAUSES[end_cause(step.after)].format(p=player) + more)
    if step.after.is_terminal:
        events.append("final scoring")
    return events


def turns_of(steps: Iterable[Step]) -> Iterator[tuple[Turn, Game]]:
    """Group decisions into turns; yields each turn with the game as it stands at the end of the turn."""
    turn: Turn | None = None
    words: list[str] = []
    end: Game | None = None
    for step in steps:
        number = int(step.before.view()["turn"])
        if turn is None or turn.number != number:
            if turn is not None and end is not None:
                yield closed(turn, words, end), end
            owner = None if number == 0 else int(step.before.view()["turn_owner"])
            turn, words = Turn(number, owner, before=tracks_of(step.before)), []
        add_step(turn, step, words)
        end = step.after.clone()
    if turn is not None and end is not None:
        yield closed(turn, words, end), end


def closed(turn: Turn, words: list[str], end: Game) -> Turn:
    turn.after = tracks_of(end)
    turn.what = "; ".join(words[1:]) if turn.player is not None else "; ".join(words)
    if turn.player is not None and words:
        turn.what = words[0] + (f": {turn.what}" if turn.what else "")
    return turn


def turn_object(turn: Turn) -> dict[str, Any]:
    """A turn for JSON."""
    return {"turn": turn.number, "player": turn.player, "card": turn.card, "strength": turn.strength,
            "x_tokens": turn.x_tokens, "what": turn.what, "events": turn.events, "before": turn.before,
            "after": turn.after, "decisions": turn.steps}


def track_text(before: dict[str, int], after: dict[str, int]) -> str:
    """Every track with its change."""
    parts = []
    for name in (*TRACKS, "hand"):
        change = after[name] - before[name]
        parts.append(f"{after[name]:>3}{f'{change:+d}' if change else '':<4}")
    return " ".join(parts).rstrip()


def turn_lines(turn: Turn, full: bool = False) -> list[str]:
    """The line of a turn, lines for the other players whose tracks changed, and the events."""
    if turn.player is None:
        lines = ["set-up" + (f": {turn.what}" if turn.what else "")]
    else:
        tracks = track_text(turn.before[turn.player], turn.after[turn.player])
        lines = [f"{turn.number:>4}  {turn.player}   {tracks:<47}  {turn.what}"]
    if full:
        lines += [line for entry in turn.steps for line in entry_lines(entry)]
    for seat, (before, after) in enumerate(zip(turn.before, turn.after, strict=True)):
        if turn.player is not None and seat != turn.player and before != after:
            lines.append(f"      {seat}   {track_text(before, after)}")
    return lines + [f"      -- {event} --" for event in turn.events]


def entry_lines(entry: dict[str, Any]) -> list[str]:
    head = (f"        #{entry['i']} player {entry['player']}, 1 of {entry['options']}: {entry['action']}  "
            f"({entry['said']})")
    more = [f"drawn {', '.join(entry['drawn'])}"] if "drawn" in entry else []
    for outcome in entry.get("chance", ()):
        more.append(f"by chance {outcome['pick']}" if "pick" in outcome
                    else f"deck shuffled anew, {len(outcome['shuffle'])} cards")
    return [head] + [f"          {text}" for text in more]


def head_line() -> str:
    """The head above the lines of turns."""
    return "turn seat " + f"{' '.join(f'{name:<7}' for name in (*HEAD, 'hand')):<48}" + " action"


def final_table(game: Game) -> list[str]:
    """Scores and final scoring cards at the end."""
    from arknova_fast.seen import finals
    from arknova_fast.wording import named, names_of

    view, names = game.view()["player"], names_of(game.ruleset)
    lines = ["seat  map  appeal  conservation  score  points  rank  final scoring cards"]
    for seat, (score, points, rank) in enumerate(zip(game.scores(), game.victory_points(), game.ranks(), strict=True)):
        held = ", ".join(named(game, key) for key in finals(names, view[seat]["finals"]))
        lines.append(f"{seat:>4}  {game.ruleset.map_code(int(view[seat]['map'])):>3}  {int(view[seat]['appeal']):>6}  "
                     f"{int(view[seat]['conservation']):>12}  {score:>5}  {points:>6}  {rank + 1:>4}  {held}")
    return lines
