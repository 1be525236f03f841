"""Bots of one's own by name: ``module:Class`` and ``path/to/file.py:Class``, with settings behind.

A module is looked for where Python looks and in the current folder. A file is loaded from where it lies, and
finds the modules that lie beside it. Both are loaded once in a process. Whoever passes such a name on runs
the code it names, so names from strangers are no data.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path, PurePath
from types import ModuleType

from tricktake.bots.base import Bot
from tricktake.errors import SetupError

__all__ = ["BotError", "OwnBot", "near", "own_bot", "read_settings"]

Setting = float | str | bool | None
"""What a setting can be."""

_WORD = r"[^\W\d]\w*"
_CLASS = rf"(?P<name>{_WORD}(?:\.{_WORD})*)(?::(?P<settings>.*))?"
_IN_FILE = re.compile(rf"(?P<source>.+\.py):{_CLASS}", re.DOTALL)
_IN_MODULE = re.compile(rf"(?P<source>{_WORD}(?:\.{_WORD})*):{_CLASS}", re.DOTALL)
_WORDS: Mapping[str, Setting] = {"true": True, "false": False, "none": None}
_FRAMES = 12  # of a traceback that are kept

_loaded: dict[str, ModuleType] = {}  # by the real path of the file
_folders: set[str] = set()  # whose modules may be loaded by their bare names


class BotError(SetupError):
    """A bot of one's own that cannot be imported or made; ``__cause__`` is what its code has raised.

    Examples
    --------
    >>> issubclass(BotError, SetupError)
    True
    """

    trace: str
    """The traceback of the bot's own code, as Python prints it."""

    def __init__(self, what: str, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        mine = [at for at, frame in enumerate(frames) if not _is_ours(frame.filename)]
        kept = traceback.StackSummary.from_list(frames[mine[0] :][-_FRAMES:] if mine else [])
        lines = ["Traceback (most recent call last):\n", *kept.format()] if kept else []
        self.trace = "".join([*lines, *traceback.format_exception_only(error)]).rstrip("\n")
        where = f" ({PurePath(kept[-1].filename).name}, line {kept[-1].lineno})" if kept else ""
        if isinstance(error, SyntaxError):  # says itself where it is
            where = ""
        text = " ".join(str(error).split())
        name = type(error).__name__
        super().__init__(f"{what}: {f'{name}: {text}' if text else name}{where}")

    def __reduce__(self) -> tuple[object, ...]:
        return _bot_error, (str(self), self.trace)


def _bot_error(text: str, trace: str) -> BotError:
    """An error that comes from another process, where its cause has stayed."""
    error = BotError.__new__(BotError, text)
    error.trace = trace
    return error


def _is_ours(file: str) -> bool:
    return file == __file__ or file.startswith("<frozen importlib") or "importlib" in PurePath(file).parts


@dataclass(frozen=True, slots=True)
class OwnBot:
    """A bot of one's own as it was named.

    Examples
    --------
    >>> own = own_bot("tricktake.bots:Random:bid=0.50")
    >>> own.spec, own.make(seed=7)
    ('tricktake.bots:Random:bid=0.5', Random(seed=7, bid=0.5))
    """

    source: str
    """The module, or the path of the file."""
    name: str
    """The class."""
    kind: type[Bot]
    """The class itself."""
    settings: Mapping[str, Setting]
    """What it is made with besides the seed, in the order of its constructor, without defaults."""

    @property
    def written(self) -> str:
        """The settings as they are written behind a name, with the colon; nothing without settings."""
        text = ",".join([f"{key}={value}" for key, value in self.settings.items()])
        return f":{text}" if text else ""

    @property
    def spec(self) -> str:
        """The name with its settings, as ``make_bot`` reads it."""
        return f"{self.source}:{self.name}{self.written}"

    def make(self, seed: int) -> Bot:
        """Make the bot.

        Parameters
        ----------
        seed : int

        Returns
        -------
        Bot

        Raises
        ------
        BotError
            If its constructor fails.
        """
        try:
            return self.kind(seed, **self.settings)
        except (Exception, SystemExit) as error:
            raise BotError(f"{self.spec} cannot be made", error) from error


def own_bot(spec: str) -> OwnBot | None:
    """Read a name that is ``module:Class`` or ``file.py:Class``, and import what it names.

    Parameters
    ----------
    spec : str

    Returns
    -------
    OwnBot or None
        None if the text has another form.

    Raises
    ------
    SetupError
        If there is no such file, module, class or setting, or it is no bot.
    BotError
        If the code cannot be imported.

    Examples
    --------
    >>> own_bot("tricktake.bots:Sampling:worlds=5").settings
    {'worlds': 5}
    >>> own_bot("heuristic") is None
    True
    """
    text = spec.strip()
    if "\0" in text:
        return None
    found = _IN_FILE.fullmatch(text)
    if found is not None:
        source = PurePath(found["source"]).as_posix()
        module = _from_file(source)
    else:
        if text.endswith(".py"):
            raise SetupError(f"{text[:60]!r} is a file: name the class in it too, as in {text[:60]}:MyBot")
        found = _IN_MODULE.fullmatch(text)
        if found is None:
            return None
        source = found["source"]
        module = _from_path(source)
    kind = _class(module, source, found["name"])
    what = f"{source}:{found['name']}"
    known = _settings_of(kind, what)
    given = read_settings(what, found["settings"] or "", known)
    settings = {key: given[key] for key in known if key in given and given[key] != known[key]}
    return OwnBot(source, found["name"], kind, settings)


# --- the class --------------------------------------------------------------------------------------------


def _class(module: ModuleType, source: str, name: str) -> type[Bot]:
    what = f"{source}:{name}"
    kind: object = module
    for part in name.split("."):
        kind = getattr(kind, part, None)
    if kind is None:
        own = [
            value for value in vars(module).values() if _is_bot(value) and value.__module__ == module.__name__
        ]
        bots = [value.__qualname__ for value in own]
        there = f"; its bots are {', '.join(bots)}" if bots else "; it has no bots"
        file = getattr(module, "__file__", None)
        where = f" ({file})" if file and not source.endswith(".py") else ""
        raise SetupError(f"{source}{where} has no class {name[:40]!r}{near(name, bots)}{there}")
    if not _is_bot(kind):
        got = "a class of another kind" if isinstance(kind, type) else f"of type {type(kind).__name__}"
        raise SetupError(f"{what} is no bot, which is a class derived from tricktake.bots.Bot; it is {got}")
    assert isinstance(kind, type)
    lacking = sorted(getattr(kind, "__abstractmethods__", ()))
    if lacking:
        raise SetupError(f"{what} is no complete bot: it must define {', '.join(lacking)}")
    return kind


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot)


def _settings_of(kind: type[Bot], what: str) -> dict[str, object]:
    """What its constructor takes besides the seed, which comes first, with the defaults."""
    try:
        parameters = list(inspect.signature(kind).parameters.values())
    except ValueError:
        return dict(kind.SETTINGS)
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if parameters and parameters[0].kind in positional:
        del parameters[0]
    elif not any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters):
        raise SetupError(f"{what} must take its seed first: def __init__(self, seed=0, ...)")
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    found: dict[str, object] = {each.name: each.default for each in parameters if each.kind in by_name}
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        found = {**kind.SETTINGS, **found}
    return found


def read_settings(what: str, text: str, known: Mapping[str, object]) -> dict[str, Setting]:
    """Read the settings behind the name of a bot, ``depth=3,wide=True``.

    Parameters
    ----------
    what : str
        The bot, for errors.
    text : str
    known : mapping
        The settings it has, with their defaults, which say how a value is read.

    Returns
    -------
    dict

    Raises
    ------
    SetupError
        If there is no such setting, it stands twice, or its value cannot be read.

    Examples
    --------
    >>> read_settings("mine", "depth=3", {"depth": 1, "wide": False})
    {'depth': 3}
    """
    settings: dict[str, Setting] = {}
    for part in text.split(",") if text.strip() else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in known or not equals:
            names = ", ".join(known) or "none"
            raise SetupError(
                f"{what} has no setting {part.strip()[:40]!r}{near(key, known)}; settings are {names}"
            )
        if key in settings:
            raise SetupError(f"{key} stands twice in the settings of {what[:60]}")
        settings[key] = _read(key, value, known[key])
    return settings


def _read(key: str, text: str, like: object) -> Setting:
    """A value of the kind of the default; where that says nothing, a number, a word or the text itself."""
    if isinstance(like, str):
        return text
    word = text.lower()
    if isinstance(like, bool):
        if word not in ("true", "false"):
            raise SetupError(f"{key} must be True or False, not {text[:40]!r}")
        return _WORDS[word]
    if isinstance(like, (int, float)):
        kind = "whole number" if isinstance(like, int) else "number"
        readers: tuple[Callable[[str], float], ...] = (int,) if isinstance(like, int) else (float,)
    else:
        kind, readers = "", (int, float)
    for read in readers:
        try:
            return read(text)
        except ValueError:
            pass
    if kind:
        raise SetupError(f"{key} must be a {kind}, not {text[:40]!r}")
    return _WORDS.get(word, text)


def near(word: str, known: Iterable[str]) -> str:
    """A hint at the name that comes nearest, or an empty text.

    Parameters
    ----------
    word : str
    known : iterable of str

    Returns
    -------
    str

    Examples
    --------
    >>> near("dept", ["depth", "wide"])
    " (did you mean 'depth'?)"
    """
    names = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), names, n=1) if len(word) <= 40 else []
    return f" (did you mean {names[found[0]]!r}?)" if found else ""


# --- the module -------------------------------------------------------------------------------------------


def _from_path(name: str) -> ModuleType:
    """A module by its name, from where Python looks or from the current folder."""
    head, here = name.partition(".")[0], os.path.realpath(os.getcwd())
    if name in sys.modules:
        if os.path.isfile(os.path.join(here, f"{head}.py")):
            _refuse_mixture(here, "", name)
        return sys.modules[name]
    importlib.invalidate_caches()
    try:
        there = head in sys.modules or importlib.util.find_spec(head) is not None
        if not there:
            sys.path.append(here)
            there = importlib.util.find_spec(head) is not None
            if not there:
                sys.path.remove(here)
        origin = getattr(importlib.util.find_spec(head), "origin", None) if there else None
        if origin is not None and os.path.dirname(os.path.realpath(origin)) == here:
            _refuse_mixture(here, head, name)
            _folders.add(here)
        if there:
            return importlib.import_module(name)
    except SetupError:
        raise
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(f"{error.name}.")):
            raise BotError(f"{name} cannot be imported", error) from error
    except (Exception, SystemExit) as error:
        raise BotError(f"{name} cannot be imported", error) from error
    raise SetupError(
        f"there is no module {name[:60]!r}, neither here nor installed; a file is named path/to/file.py:Class"
    )


def _from_file(source: str) -> ModuleType:
    """A file as a module; what lies beside it comes first while it is loaded."""
    path = os.path.realpath(source)
    if path in _loaded:
        return _loaded[path]
    folder, file = os.path.split(path)
    if not os.path.isfile(path):
        there = [each.name for each in Path(folder).glob("*.py")] if os.path.isdir(folder) else []
        raise SetupError(f"there is no file {source!r}{near(file, there)}")
    stem = file.removesuffix(".py")
    _refuse_mixture(folder, stem, source)
    name = f"_tricktake_bot_{blake2b(path.encode(), digest_size=6).hexdigest()}_{stem}"
    if name in sys.modules:
        what = "what it starts as a program belongs under the line"
        raise SetupError(f'{source} asks for itself while it is loaded; {what}: if __name__ == "__main__":')
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # as classes look for their module, dataclasses for instance
    importlib.invalidate_caches()
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotError(f"{source} cannot be imported", error) from error
    finally:
        sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)  # for what it imports later, and for worker processes
        _folders.add(folder)
    _loaded[path] = module
    return module


def _refuse_mixture(folder: str, stem: str, source: str) -> None:
    """Refuse a folder of which a module is there already, by the same name, from another folder of bots.

    It would get the wrong one: old bots that use new rules of thumb, say.
    """
    for file in Path(folder).glob("*.py"):
        there = getattr(sys.modules.get(file.stem), "__file__", None)
        if file.stem == stem or not there:
            continue
        other = os.path.dirname(os.path.realpath(there))
        if other != folder and other in _folders | {os.path.realpath(os.getcwd())}:
            raise SetupError(
                f"{source} cannot be loaded beside what is there: module {file.stem} is "
                f"{os.path.join(other, file.name)} by now, not {file}; give the modules of two folders "
                "different names"
            )
