"""The three-game solo challenge (R28)."""
from __future__ import annotations

from typing import Any

from arknova_fast.cards.compile import switches
from arknova_fast.cards.vocabulary import SWITCHES
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError
from arknova_fast.game import Game
from arknova_fast.seating import check_int

GAMES = 3


def bits(mask: int) -> list[int]:
    return [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


def set_of(words: Any) -> set[int]:
    return {64 * w + i for w in range(4) for i in bits(words[w])}


class SoloChallenge:
    """Three solo games in a row without the cards, maps and tiles used before (R28.1-R28.6).

    Play ``game`` to its end, then call ``next_game``; ``play`` does all of it with a policy.

    Parameters
    ----------
    seed, game : int
        The games are numbers ``game``, ``game + 1`` and ``game + 2`` of that seed.
    solo_difficulty : {"normal", "hard", "hardest"}
    ruleset : Ruleset, optional

    Attributes
    ----------
    game : Game
        The running game; each begins with the choice between two maps.
    results : list of int
        Victory points of the finished games.

    Examples
    --------
    >>> challenge = SoloChallenge(seed=1).play()
    >>> len(challenge.results), challenge.succeeded == (challenge.total >= 0)
    (3, True)
    """

    def __init__(
        self, seed: int = 0, game: int = 0, solo_difficulty: str = "normal", ruleset: Ruleset | None = None
    ) -> None:
        self.ruleset = Ruleset.default() if ruleset is None else ruleset
        self.seed, self.first = seed, check_int(game, "game", 0, 2**64 - GAMES - 1)
        self.solo_difficulty = solo_difficulty
        self.results: list[int] = []
        self.removed: dict[str, set[int]] = {name: set() for name in ("cards", "base", "finals", "tiles", "maps")}
        self.base_first = int(self.ruleset.card_index("P101"))
        self.zoo_cards = set(range(self.base_first))
        self.begin()

    def begin(self) -> None:
        """Set up the next game."""
        self.game = Game.new(
            players=1, seed=self.seed, game=self.first + len(self.results), map_mode="pick2",
            solo_difficulty=self.solo_difficulty, ruleset=self.ruleset,
            removed={name: sorted(items) for name, items in self.removed.items()},
        )  # fmt: skip
        start = self.game.view()
        self.offer = [int(i) for i in start["player"]["map_offer"][0]]
        self.tiles = [int(i) for i in start["tile"]]
        self.final_pile = [int(i) for i in start["final_pile"][: int(start["n_final"])]]

    @property
    def is_over(self) -> bool:
        """Whether all three games are finished and counted."""
        return len(self.results) == GAMES

    @property
    def total(self) -> int:
        """Sum of the victory points so far."""
        return sum(self.results)

    @property
    def succeeded(self) -> bool:
        """Whether the three results add up to at least 0 victory points (R28.6)."""
        return self.is_over and self.total >= 0

    def next_game(self) -> None:
        """Count the finished game, take its material out, and set up the next one if there is one.

        Raises
        ------
        UsageError
            If the running game is not finished, or all three are.
        """
        if self.is_over:
            raise UsageError("all three games of the challenge are finished")
        if not self.game.is_terminal:
            raise UsageError("the running game of the challenge is not finished")
        self.results.append(int(self.game.victory_points()[0]))
        self.take_out()
        if not self.is_over:
            self.begin()

    def take_out(self) -> None:
        """R28.2, R28.3: everything but the rest of the deck and of the pile of base projects.

        When fewer than four bonus tiles are left, the set-up fills them up with used ones (R28.4).
        """
        end = self.game.view()
        deck = {int(i) for i in end["deck"][: int(end["n_deck"])]}
        self.removed["cards"] |= self.zoo_cards - deck
        # Used base projects are not laid out again, but Assertion and Dominance can still fetch them (R28.5).
        left = {self.base_first + i for i in bits(end["base_pile"])}
        enabled = {self.ruleset.card_index(f"P{key}") for key in self.ruleset.data["projects"]}
        self.removed["base"] |= {card for card in enabled if card >= self.base_first} - left
        self.removed["finals"] |= self.drawn_finals([int(i) for i in end["final_pile"][: int(end["n_final"])]])
        self.removed["tiles"] |= set(self.tiles)
        self.removed["maps"] |= set(self.offer)

    def drawn_finals(self, pile: list[int]) -> set[int]:
        """Final scoring cards the player drew (C40): all but those that never left their places at the bottom.

        Returned cards lie under the pile, so the rest of the first pile is the top end of the last one.
        """
        if switches(self.ruleset.data) & SWITCHES["CHALLENGE_KEEP_RETURNED"]:
            return set(self.final_pile) - set(pile)
        left = min(len(self.final_pile), len(pile))
        while left and self.final_pile[:left] != pile[len(pile) - left :]:
            left -= 1
        return set(self.final_pile) - set(self.final_pile[:left])

    def play(self, policy: str = "random") -> SoloChallenge:
        """Play all games that are left with a built-in policy.

        Parameters
        ----------
        policy : str

        Returns
        -------
        SoloChallenge
            This challenge.

        Raises
        ------
        UsageError
            If there is no such policy.
        """
        while not self.is_over:
            self.game.play(policy)
            self.next_game()
        return self

    def __repr__(self) -> str:
        state = f"succeeded {self.succeeded}" if self.is_over else f"game {len(self.results) + 1} of {GAMES}"
        return f"<SoloChallenge {state}, results {self.results}>"
