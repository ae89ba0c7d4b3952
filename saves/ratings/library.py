"""The database of rating lists: looked up here, put together in `building`.

One SQLite file with a table of lists and, for each list, one of its players and one of the words
of their names (FTS5). Players have their places in the order of their ratings, so that a search
for a few letters ends with the first ones found. The file is only ever replaced as a whole: who
has it open goes on reading the one he opened, and a program that dies leaves the old one. A name
is found by its words, whatever its script, accents and order.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path

from engine.alphabet import WRITTEN_OUT, fold
from engine.entrants import RATES, Rate
from engine.rating_lists import ListedPlayer, RatingList
from engine.refusal import Refused
from saves.safe_text import safe

FILE_NAME = "rating-lists.db"
APPLICATION = 0x70627274
"""What the file says it is (`application_id`)."""
EDITION = 1
MOST_FOUND = 200
NAMESAKES = 20_000
INITIALS = 40
"""Players that are looked at for each that is wanted."""
PATIENCE = 2.0
"""Seconds after which a search gives what it has found."""
_EVER = "id, name, federation, sex, birth, title, club, fide_id, standard, rapid, blitz"
FIELDS = f"{_EVER}, standard_k, rapid_k, blitz_k"


def damaged(path: Path, why: str) -> Refused:
    """The database cannot be read."""
    return Refused(
        "the rating lists are damaged",
        why,
        f"take {safe(str(path), 200)} away and load the lists again",
    )


@dataclass
class RatingLibrary:
    """The lists of one database, open for reading. Close it, or use it as a context."""

    path: Path
    lists: tuple[RatingList, ...] = ()
    _db: sqlite3.Connection | None = field(default=None, repr=False)
    _with_k: set[int] = field(default_factory=set, repr=False)

    def __enter__(self) -> RatingLibrary:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def named(self, name: str) -> RatingList:
        """The list of that name; `Refused` naming those that are there."""
        wanted = name.casefold()
        for one in self.lists:
            if one.name.casefold() == wanted:
                return one
        there = ", ".join(one.name for one in self.lists)
        raise Refused(
            f"there is no rating list {safe(name, 40)!r}",
            f"there are: {there}" if there else "no list is loaded",
            "load it (L in Entries)",
            shell="`topboard ratings add FILE`",
        )

    def player(self, rating_list: RatingList, id: str) -> ListedPlayer | None:
        """The player of that number in a list."""
        rows = self._rows(rating_list, "WHERE id = ? LIMIT 1", (id,))
        return next(iter(rows), None)

    def of_fide_id(self, rating_list: RatingList, fide_id: str) -> ListedPlayer | None:
        """The player with that FIDE ID, in a list of FIDE's or another that has it."""
        if not fide_id:
            return None
        if rating_list.fide:
            return self.player(rating_list, fide_id)
        rows = self._rows(rating_list, "WHERE fide_id = ? AND fide_id <> '' LIMIT 1", (fide_id,))
        return next(iter(rows), None)

    def find(
        self, text: str, limit: int = 20, lists: Sequence[RatingList] | None = None
    ) -> list[ListedPlayer]:
        """Players whose name has words that begin as those typed, in any order, or whose number
        does: of each list in turn whole words first, the highest rated first."""
        limit = max(1, min(limit, MOST_FOUND))
        words = wanted_words(text)
        players: list[ListedPlayer] = []
        ends = time.monotonic() + PATIENCE
        if self._db is None or not words:
            return players
        self._db.set_progress_handler(lambda: int(time.monotonic() > ends), 50_000)
        try:
            for rating_list in self.lists if lists is None else lists:
                players += self._found(rating_list, text.strip(), words, limit - len(players))
                if len(players) >= limit:
                    break
        finally:
            if self._db is not None:
                self._db.set_progress_handler(None, 0)
        return players

    def of_name(self, name: str, rating_list: RatingList) -> list[ListedPlayer]:
        """Players whose name has all these words, and perhaps others."""
        words = wanted_words(name)
        if not words:
            return []
        words_in = f"words_{rating_list.number}"
        where = f"WHERE place IN (SELECT rowid FROM {words_in} WHERE {words_in} MATCH ?"
        return list(self._rows(rating_list, f"{where} LIMIT {NAMESAKES})", (_match(words, ""),)))

    def _found(
        self,
        rating_list: RatingList,
        text: str,
        words: tuple[tuple[str, ...], ...],
        limit: int,
    ) -> list[ListedPlayer]:
        players: dict[str, ListedPlayer] = {}
        if text[:1].isdigit() and text.isascii() and text.isalnum():
            text = text.upper()
            behind = f"{text}\x7f"
            # the number itself sorts before those that it begins
            where = "WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
            for one in self._rows(rating_list, where, (text, behind, limit)):
                players[one.id] = one
        else:
            words_in = f"words_{rating_list.number}"
            if len(words) > 2 and any(len(ways[0]) == 1 for ways in words):
                for one in self._of_initials(rating_list, words, limit):
                    players[one.id] = one
            for end in ("", "*") if not players else ():
                if len(players) < limit:
                    for one in self._rows(
                        rating_list,
                        f"WHERE place IN (SELECT rowid FROM {words_in} WHERE {words_in} MATCH ?"
                        f" ORDER BY rowid LIMIT {limit}) ORDER BY place",
                        (_match(words, end),),
                    ):
                        players.setdefault(one.id, one)
        return list(players.values())[:limit]

    def _of_initials(
        self, rating_list: RatingList, words: tuple[tuple[str, ...], ...], limit: int
    ) -> list[ListedPlayer]:
        """The first players for words with initials among them: found by the two longest, of whom
        there are enough to have some with the others too. An initial begins every tenth name, and
        several of them together are a slow question."""
        longest = tuple(sorted(words, key=lambda ways: -len(ways[0]))[:2])
        words_in = f"words_{rating_list.number}"
        rows = self._rows(
            rating_list,
            f"WHERE place IN (SELECT rowid FROM {words_in} WHERE {words_in} MATCH ?"
            f" ORDER BY rowid LIMIT {limit * INITIALS}) ORDER BY place",
            (_match(longest, "*"),),
        )
        fitting = (one for one in rows if _begins(words_of(one.name).split(), words))
        return list(islice(fitting, limit))

    def _fields(self, rating_list: RatingList) -> str:
        """What its table has: no K in a list that an earlier version has loaded."""
        if self._db is None or rating_list.number in self._with_k:
            return FIELDS
        table = f"SELECT 1 FROM pragma_table_info('player_{rating_list.number}')"
        if self._db.execute(f"{table} WHERE name = 'standard_k'").fetchone() is None:
            return _EVER
        self._with_k.add(rating_list.number)
        return FIELDS

    def _rows(
        self, rating_list: RatingList, where: str, values: Sequence[object]
    ) -> Iterator[ListedPlayer]:
        if self._db is None:
            return
        try:
            table = f"{self._fields(rating_list)} FROM player_{rating_list.number}"
            for row in self._db.execute(f"SELECT {table} {where}", tuple(values)):
                yield ListedPlayer(rating_list, *row)
        except sqlite3.OperationalError as error:
            if "interrupt" not in str(error):
                raise damaged(self.path, str(error)) from None
        except (sqlite3.DatabaseError, TypeError, UnicodeDecodeError) as error:
            raise damaged(self.path, str(error)) from None


def _begins(known: Sequence[str], words: tuple[tuple[str, ...], ...]) -> bool:
    """Whether each of the words typed begins one that is known."""
    return all(any(word.startswith(ways) for word in known) for ways in words)


def _match(words: tuple[tuple[str, ...], ...], end: str) -> str:
    """The words as FTS5 is asked for them: letters and digits alone, each in quotes."""
    return " ".join(
        "(" + " OR ".join(f'"{way}"{end}' for way in ways) + ")" for ways in words
    ).replace(") (", ") AND (")


def open_library(path: Path) -> RatingLibrary:
    """The lists of that file, none where there is no file; `Refused` where it is damaged."""
    if not path.exists():
        return RatingLibrary(path)
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise damaged(path, str(error)) from None
    try:
        return RatingLibrary(path, tuple(lists_in(db, path)), db)
    except BaseException:
        db.close()
        raise


def lists_in(db: sqlite3.Connection, path: Path) -> Iterator[RatingList]:
    """The lists of a database, in the order in which they were loaded first."""
    try:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        edition = db.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION:
            raise damaged(path, "it is not a database of rating lists")
        if edition > EDITION:
            raise Refused(
                "the rating lists are of a newer version of this program",
                safe(str(path), 200),
                "use that version, or load the lists again in another folder",
            )
        rows = db.execute(
            "SELECT number, name, date, players, fide, rates, file FROM list ORDER BY number"
        ).fetchall()
    except sqlite3.Error as error:
        raise damaged(path, str(error)) from None
    for number, name, date, players, fide, rates, file in rows:
        said: tuple[Rate, ...] = tuple(rate for rate in RATES if rate in str(rates).split())
        yield RatingList(
            safe(str(name)), safe(str(date), 10), int(players), bool(fide), said,
            safe(str(file)), int(number),
        )  # fmt: skip


_APART = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"['’`\-]")
MOST_WORDS = 8
MOST_LETTERS = 40


def words_of(name: str) -> str:
    """The words of a name for the index, folded. `O'Brien` is found by its parts and as one."""
    folded = fold(name)
    words = _split(folded)
    if _INSIDE.search(folded):
        words += [w for w in _split(_INSIDE.sub("", folded)) if w not in words]
    if not name.isascii() and (out := name.translate(WRITTEN_OUT)) != name:
        words += [w for w in _split(fold(out)) if w not in words]
    return " ".join(words)


@lru_cache(maxsize=256)
def wanted_words(text: str) -> tuple[tuple[str, ...], ...]:
    """What somebody types as words, each with the ways in which a list may have it written."""
    wanted: list[tuple[str, ...]] = []
    for word in text.split():
        for part in _split(fold(word.replace("'", " ").replace("’", " "))):
            wanted.append((part[:MOST_LETTERS],))
        out = _split(fold(word.translate(WRITTEN_OUT)))
        if len(out) == 1 and wanted and not word.isascii() and out[0] != wanted[-1][0]:
            wanted[-1] = (wanted[-1][0], out[0][:MOST_LETTERS])
    return tuple(wanted[:MOST_WORDS])


def _split(folded: str) -> list[str]:
    return [word for word in _APART.split(folded) if word]
