"""``run.json``: what a run is. Nothing in it changes from one session to the next."""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from arknova_fast.errors import ArkNovaError, RunDataError, nearest, shown
from arknova_fast.io.schema import FORMATS, RNG, ROWS, RUN_SCHEMA, VERSION

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.search.batch import BatchPlan

LARGEST = 2**64 - 1
# What the games of a run have in common; stands in the metadata of every Parquet file too.
IDENTITY = ("schema", "schema_version", "rng", "ruleset", "seed", "settings")


def whole(low: int, high: int) -> Any:
    return lambda value: type(value) is int and low <= value <= high


def one_of(*known: Any) -> Any:
    return lambda value: value in known and type(value) in (str, type(None))


def is_text(value: Any) -> bool:
    return type(value) is str


# field -> (test, what is expected)
SETTINGS: dict[str, tuple[Any, str]] = {
    "players": (whole(1, 4), "1 to 4"),
    "map": (is_text, "a text"),
    "map_mode": (one_of("fixed", "pick2", "draft"), "fixed, pick2 or draft"),
    "policies": (lambda value: type(value) is list and all(map(is_text, value)), "a list of texts"),
    "peaceful": (lambda value: type(value) is bool, "true or false"),
    "solo_difficulty": (one_of(None, "normal", "hard", "hardest"), "null, normal, hard or hardest"),
    "turn_limit": (whole(0, 10000), "0 to 10000"),
}
FIELDS: dict[str, tuple[Any, str]] = {
    "schema": (is_text, "a text"),
    "schema_version": (whole(1, 10**9), "a whole number"),
    "package_version": (is_text, "a text"),
    "rng": (is_text, "a text"),
    "ruleset": (is_text, "a text"),
    "overlay": (lambda value: type(value) is dict, "an object"),
    "seed": (whole(0, LARGEST), "0 to 2**64 - 1"),
    "settings": (lambda value: type(value) is dict, "an object"),
    "start": (whole(0, LARGEST), "0 to 2**64 - 1"),
    "games": (whole(1, 2**48), "1 to 2**48"),
    "shard": (lambda value: value is None or type(value) is dict, "null or an object"),
    "rows": (one_of(*ROWS), ", ".join(ROWS)),
    "format": (one_of(*FORMATS), ", ".join(FORMATS)),
    "part_games": (whole(1, 2**24), "1 to 2**24"),
    "probe": (lambda value: type(value) is dict, "an object"),
}
SHARD: dict[str, tuple[Any, str]] = {
    "index": (whole(1, 2**20), "a whole number from 1"),
    "of": (whole(1, 2**20), "a whole number from 1"),
    "start": (whole(0, LARGEST), "0 to 2**64 - 1"),
    "games": (whole(1, 2**48), "1 to 2**48"),
}
PROBE: dict[str, tuple[Any, str]] = {
    "game": (whole(0, LARGEST), "0 to 2**64 - 1"),
    "state_hash": (is_text, "a text"),
}


def check_fields(body: dict, known: dict[str, tuple[Any, str]], what: str) -> None:
    """Every known field is there and fits, and there is no other."""

    for name in known:
        if name not in body:
            raise RunDataError(f"{what}{name} is missing")
    for name, value in body.items():
        if name not in known:
            raise RunDataError(f"unknown field {shown(what + str(name))}{nearest(str(name), known)}")
        test, expected = known[name]
        if not test(value):
            raise RunDataError(f"{what}{name} is {shown(value)}, expected {expected}")


@dataclass(frozen=True)
class RunInfo:
    """The contents of ``run.json``.

    Attributes
    ----------
    schema, schema_version : str, int
        Form of the directory, version of the columns.
    package_version : str
        Of the program that began the run.
    rng, ruleset, seed : str, str, int
        Generator, content hash of the ruleset, seed.
    overlay : dict
        What the ruleset changes of the base game.
    settings : dict
        ``players``, ``map``, ``map_mode``, ``policies`` (one text per seat), ``peaceful``, ``solo_difficulty``,
        ``turn_limit``.
    start, games : int
        The games of this directory: ``start .. start + games - 1``.
    shard : dict or None
        ``index`` of ``of`` parts of the games ``start``, ``games`` that were asked for.
    rows, format, part_games : str, str, int
        Which tables are kept, how, and how many games one part holds. Part k holds the games from
        ``k * part_games`` on.
    probe : dict
        Game ``start`` and its ``state_hash``: an engine that plays it otherwise must not continue the run.
    """

    ruleset: str
    overlay: dict[str, Any]
    seed: int
    settings: dict[str, Any]
    start: int
    games: int
    shard: dict[str, int] | None
    rows: str
    format: str
    part_games: int
    probe: dict[str, Any]
    package_version: str
    schema: str = RUN_SCHEMA
    schema_version: int = VERSION
    rng: str = RNG

    @property
    def end(self) -> int:
        return self.start + self.games

    @property
    def follows_cards(self) -> bool:
        """Whether the playouts follow the cards of every player, for rows and aggregates."""
        return self.rows != "results"

    def to_json(self) -> bytes:
        body = asdict(self)
        ordered = {name: body[name] for name in FIELDS}
        return (json.dumps(ordered, indent=2, ensure_ascii=False) + "\n").encode()

    def metadata(self) -> dict[str, str]:
        """Key-value metadata of the Parquet files: what the games of all parts and shards have in common."""
        body = asdict(self)
        text = json.dumps({name: body[name] for name in IDENTITY}, separators=(",", ":"), ensure_ascii=False)
        return {"arknova_fast": text}

    @staticmethod
    def of_json(data: bytes) -> RunInfo:
        """Read ``run.json``.

        Raises
        ------
        RunDataError
            If it is no JSON, a field is missing, unknown or out of range, or a newer program wrote it.
        """
        try:
            body = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise RunDataError(f"is no JSON: {' '.join(str(error).split())}") from None
        if type(body) is not dict:
            raise RunDataError(f"expected an object, got {shown(body)}")
        check_version(body)
        check_fields(body, FIELDS, "")
        check_fields(body["settings"], SETTINGS, "settings.")
        check_fields(body["probe"], PROBE, "probe.")
        if body["shard"] is not None:
            check_fields(body["shard"], SHARD, "shard.")
        if len(body["settings"]["policies"]) != body["settings"]["players"]:
            raise RunDataError(f"settings.policies has {len(body['settings']['policies'])} entries for "
                               f"{body['settings']['players']} players")
        if (body["settings"]["players"] == 1) != (body["settings"]["solo_difficulty"] is not None):
            raise RunDataError("settings.solo_difficulty stands in the runs of solo games, and in no others")
        if body["start"] + body["games"] > LARGEST:
            raise RunDataError("start and games together go beyond 2**64 - 1")
        return RunInfo(**body)

    def with_games(self, games: int) -> RunInfo:
        return replace(self, games=games)

    def chosen_ruleset(self) -> Ruleset:
        """The ruleset of the run, compiled again from its changes.

        Raises
        ------
        RunDataError
            If this version of the program makes another ruleset of them.
        """
        from arknova_fast.core.tables import Ruleset

        try:
            ruleset = Ruleset.default().patch(self.overlay) if self.overlay else Ruleset.default()
        except ArkNovaError as error:
            raise RunDataError(f"overlay: {error}") from None
        if ruleset.content_hash != self.ruleset:
            raise RunDataError(f"the ruleset is {self.ruleset[:16]}, this version of the program makes "
                               f"{ruleset.content_hash[:16]} of it; use the version {self.package_version}")
        return ruleset

    def likely_cause(self) -> str:
        """Why the games may be other ones than when the run was made, and what to do."""
        import arknova_fast

        if self.package_version != arknova_fast.__version__:
            return f"this version plays other games, use the version {self.package_version}"
        files = [policy for policy in dict.fromkeys(self.settings["policies"]) if ".py:" in policy or "@" in policy]
        policies = f"the policy {' or '.join(map(shown, files))} or " if files else ""
        return (f"the version is the same ({self.package_version}), so {policies}the seed or the settings in run.json "
                "must have changed since; put back what it was, or play a new run")

    def plan(self, ruleset: Ruleset) -> BatchPlan:
        """The plan of the games, unchecked against ``probe``."""
        return plan_of(ruleset, self.settings, self.seed)


def plan_of(ruleset: Ruleset, settings: dict[str, Any], seed: int) -> BatchPlan:
    """The plan of the batch driver for the settings of a run."""
    from arknova_fast.api import batch_plan

    return batch_plan(settings["players"], settings["map"], settings["policies"], seed, ruleset=ruleset,
                      map_mode=settings["map_mode"], peaceful=settings["peaceful"],
                      solo_difficulty=settings["solo_difficulty"] or "normal", turn_limit=settings["turn_limit"])


def state_hash(plan: BatchPlan, game: int) -> str:
    """The hash of the final state of a game, 16 hexadecimal digits."""
    return f"{int(plan.play(game, 1)['state_hash'][0]):016x}"


def check_version(body: dict) -> None:
    schema, version = body.get("schema"), body.get("schema_version")
    if type(schema) is not str or not schema.startswith("arknova-fast/run/"):
        raise RunDataError(f"schema is {shown(schema)}, expected {RUN_SCHEMA!r}")
    if schema != RUN_SCHEMA or (type(version) is int and version > VERSION):
        raise RunDataError(f"was written by a newer version of the program (schema {shown(schema)}, version "
                           f"{shown(version)}; this one reads {RUN_SCHEMA!r}, version {VERSION}); update it")


def differences(old: RunInfo, new: RunInfo, skip: tuple[str, ...] = ()) -> list[str]:
    """What differs, one phrase each: ``--players was 2, not 3``."""
    found = []
    before, after = flat(old), flat(new)
    for name, value in before.items():
        if name not in skip and after[name] != value:
            found.append(f"{name} is {shown(value)}, not {shown(after[name])}")
    return found


def flat(info: RunInfo) -> dict[str, Any]:
    body = {name: value for name, value in asdict(info).items() if name not in ("package_version", "overlay", "probe")}
    return {name: value for name, value in body.items() if name != "settings"} | body["settings"]
