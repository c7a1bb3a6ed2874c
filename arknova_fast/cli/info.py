"""``arknova info`` and ``arknova completion``."""
from __future__ import annotations

import platform
import sys
from typing import Any

import click

from arknova_fast.cli.common import Name, console, json_option, print_json, rules_option, ruleset_of
from arknova_fast.errors import shown
from arknova_fast.parallel import available_jobs

PACKAGES = ("numpy", "click", "rich", "numba", "pyarrow", "scipy", "statsmodels")


def version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def facts(rules_file: str | None) -> dict[str, Any]:
    import arknova_fast
    from arknova_fast.core.buildinfo import build_info
    from arknova_fast.core.state import sizeof_state

    ruleset = ruleset_of(rules_file)
    data = ruleset.data
    return {
        "schema": "arknova-fast/info/1",
        "version": arknova_fast.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: version_of(name) for name in PACKAGES},
        "cores": available_jobs(),
        "build": build_info(),
        "bytes": {"state": sizeof_state(), "ruleset": ruleset.table_size},
        "ruleset": ruleset.content_hash,
        "cards": {name: len(data[name]) for name in ("animals", "sponsors", "projects", "final_scoring")}
        | {"total": sum(len(data[name]) for name in ("animals", "sponsors", "projects", "final_scoring"))},
        "maps": len(data["maps"]),
        "building_shapes": len(data["shapes"]),
    }


@click.command()
@rules_option
@json_option
def info(rules_file: str | None, as_json: bool) -> None:
    """Show versions, sizes and the build.

    \b
    Examples:
      arknova info
      arknova info --json
    """
    found = facts(rules_file)
    if as_json:
        print_json(found)
        return
    cards, build = found["cards"], found["build"]
    packages = ", ".join(f"{name} {version or '(not installed)'}" for name, version in found["packages"].items())
    variants = [name for name in ("debug", "sanitized", "avx2") if build[name]]
    out = console()
    for name, text in (
        ("arknova_fast", found["version"]),
        ("python", f"{found['python']} on {found['platform']}"),
        ("packages", packages),
        ("cores", f"{found['cores']}"),
        ("build", ", ".join([f"compiler {build['compiler']}", *(variants or ["release"])])),
        ("state", f"{found['bytes']['state']:,} bytes"),
        ("ruleset", f"{found['ruleset'][:16]}, {found['bytes']['ruleset']:,} bytes"),
        ("cards", f"{cards['total']}: {cards['animals']} animals, {cards['sponsors']} sponsors, {cards['projects']} "
                  f"conservation projects, {cards['final_scoring']} final scoring cards"),
        ("maps", f"{found['maps']}, with {found['building_shapes']} building shapes"),
    ):
        out.print(f"{name:<13} {text}", markup=False, soft_wrap=True)


@click.command()
@click.argument("shell", metavar="SHELL", type=Name("shell", ("bash", "zsh", "fish")))
@json_option
def completion(shell: str, as_json: bool) -> None:
    """Print the completion script of a shell.

    For bash, eval "$(arknova completion bash)" in ~/.bashrc; for zsh the same in ~/.zshrc.

    \b
    Examples:
      arknova completion bash
      arknova completion fish > ~/.config/fish/completions/arknova.fish
    """
    from click.shell_completion import get_completion_class

    from arknova_fast.cli import cli

    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"no completion for {shown(shell)}")
    if shell == "bash":
        made._check_version = staticmethod(lambda: None)  # type: ignore[attr-defined]  # the script needs no bash now
    script = made(cli, {}, "arknova", "_ARKNOVA_COMPLETE").source()
    if as_json:
        print_json({"schema": "arknova-fast/completion/1", "shell": shell, "script": script})
        return
    sys.stdout.write(script + "\n")
