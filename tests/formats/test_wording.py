"""The English of reasons, once for every code: tests of the draws look at the facts alone."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from engine.entrants import Entrant
from engine.event import Event
from engine.reasons import LOCKED, TURNED, Fact, Reason, said, sentence
from formats.dutch.wording import PHRASES as DUTCH
from formats.ecf.wording import PHRASES as ECF
from formats.galway.wording import PHRASES as GALWAY
from formats.kjca.wording import PHRASES as KJCA
from formats.registry import format_named
from formats.wording import COMMON, MORE

NAMES = {"1": "Ash", "2": "Bede", "3": "Cole", "4": "Dunn"}
EVENT = Event("", "kjca", None, entrants=tuple(Entrant(i, n) for i, n in NAMES.items()))  # type: ignore[arg-type]
MET = Reason.of("met", players=("1", "2"), round=3)
TAKEN = Reason.of("taken", player="3", by="2")
COMMON_WORDS = {
    MET: "they met in round 3",
    Reason.of("barred", players=("1", "2")): "the arbiter has barred them",
    Reason.of("locked-with", players=("1", "2")): "Ash and Bede locked",
    Reason.of("third-colour", players=("1", "2"), colour="W"): "both had White twice running",
    Reason.of("in-common", players=("1", "2"), shared=(("school", "Weald"), ("club", "Rook"))): (
        "same school: Weald, same club: Rook"
    ),
    Reason.of("had-bye", player="1"): "Ash has had the bye",
    Reason("least"): ("No draw of the group does better than this, the most important first:"),
    Reason.of("counted", criterion="refused", text="players", value=2, shown="2"): "  players: 2",
    Reason.of("stated", because=MET): "They met in round 3.",
    LOCKED: "locked by the arbiter",
    TURNED: "turned by hand",
}
ALONE: dict[str, Any] = {
    **{"of": "some", "count": 4, "players": ("1",), "opponents": ()},
    **dict.fromkeys(("inside", "bye", "bars", "locks"), False),
}
KJCA_WORDS = {
    Reason.of("not-apart", field="school", value="Weald"): (
        "same school, Weald: kept apart from round 2 on"
    ),
    Reason.of("games-repeated", count=2, because=Reason.of("stuck", of="all-met", count=4)): (
        "every draw of this round repeats a game: 2 here, as everybody has met everybody"
    ),
    Reason.of("games-with-third-colour", count=1, because=Reason.of("stuck", **ALONE)): (
        "every draw of this round gives somebody one colour for the third time running: 1 "
        "here, as Ash can meet nobody"
    ),
    Reason.of("stuck", **ALONE): "Ash can meet nobody",
    Reason.of("stuck", **ALONE | {"opponents": ("2", "3"), "bars": True}): (
        "with these bars Ash can only meet Bede or Cole"
    ),
    Reason.of("ideal", player="1", card=3, opponent="4", ideal_card=10): (
        "the ideal opponent of Ash (card 3 of the group) is Dunn (card 10)"
    ),
    Reason.of("gives-way", players=("1", "2"), high=1, low=8, because=MET): (
        "moved to keep Ash and Bede (cards 1 v 8) apart: they met in round 3"
    ),
    Reason.of("exchanged", players=("3", "4"), cards=(10, 11)): (
        "Cole (card 10) and Dunn (card 11) change places"
    ),
    Reason.of("change-places", players=("1", "2", "3"), cards=(4, 5, 6)): (
        "Ash (card 4), Bede (card 5) and Cole (card 6) change places"
    ),
    # as the journals of older events have them
    Reason.of("ideal", high=3, low=10, opponent="4"): (
        "the ideal opponent of card 3 is card 10 (Dunn)"
    ),
    Reason.of("gives-way", high=1, low=8, because=MET): (
        "changed because of cards 1 v 8: they met in round 3"
    ),
    Reason.of("exchanged", cards=(10, 11)): "cards 10 and 11 change places",
    Reason.of("change-places", cards=(4, 5, 6)): "cards 4, 5 and 6 change places",
    Reason.of("colours-turned", player="1", colour="B"): (
        "colours changed: Ash would have Black for the third time running"
    ),
    Reason.of("repeat-forced"): "every draw of this round repeats a game",
    Reason.of("third-colour-forced"): (
        "in every draw of this round somebody has one colour for the third time running"
    ),
    Reason("allowed"): "the arbiter has allowed this pair",
    Reason("alone-on-top"): (
        "they may meet: they alone are on maximum points before the last round (rule 8)"
    ),
    Reason.of("avoiding-unpriced", cost=2): (
        "avoiding more of these games within the group, if possible at all, would change more than "
        "2 boards for each (rule 8)"
    ),
    Reason.of("avoiding-impossible"): (
        "no legal draw of the group avoids it with the floats as they are"
    ),
    Reason.of("avoiding-brings-another", boards=0): (
        "avoiding it within the group brings another such game"
    ),
    Reason.of("avoiding-brings-another", boards=1): (
        "avoiding it within the group brings another such game and changes 1 more board"
    ),
    Reason.of("avoiding-costs", boards=3, most=2): (
        "avoiding it within the group would change 3 more boards, and at most 2 may change for it "
        "(rule 8)"
    ),
    Reason.of("rule-8-powerless"): (
        "by the settings no board is changed to avoid that (rule 8)"
    ),
    Reason.of("no-gain-instead", tried=("2", "3", "4"), more=1, cost=1): (
        "with Bede, Cole, Dunn and 1 more instead, the round would have no fewer games that "
        "rule 8 asks to avoid, if at most 1 board may change for each"
    ),
    Reason.of("no-gain", player="2", cost=2): (
        "Bede (the round would have no fewer games that rule 8 asks to avoid, if at most "
        "2 boards may change for each)"
    ),
    Reason.of("every-draw-has-one", player="1", after_others=False, or_second_upfloat=True): (
        "with these players floating, every draw within the rules gives Ash an opponent"
        " of the same school, club or family, or one who has floated up before"
    ),
    Reason.of("downfloat", player="1", because=(Reason.of("floated-down", player="2"),) * 3
              + (Reason.of(MORE, count=2),)): (
        "Ash floats down; passed over: Bede (has floated down before), Bede (has floated down"
        " before), Bede (has floated down before) and 2 more"
    ),
    Reason.of("downfloat-by-lock", player="1"): "Ash floats down by order of the arbiter",
    Reason.of("several-float", count=3, fewer=1, forced=True): (
        "3 must float down: if only 1 does, the rest cannot be paired"
    ),
    Reason.of("several-float", count=2, fewer=0, forced=False): (
        "2 must float down: if nobody does, somebody has to pass by an opponent who is free"
    ),
    Reason.of("second-downfloat", because=Reason.of("all-floated", score=Decimal("2.5"))): (
        "floats down again: everybody on 2½ has floated down before"
    ),
    Reason.of("all-floated", score=2): "everybody on 2 has floated down before",
    Reason.of("all-left-floated", score=2): "everybody left on 2 has floated down before",
    Reason.of("none-alone", score=2): (
        "nobody left on 2 who has not floated down can float alone within the rules"
    ),
    Reason.of("none-earlier", count=2): (
        "no other 2 whom the rules take first leave a draw within the rules"
    ),
    Reason.of("lowest-odd", score=1): (
        "the lowest of an odd number of players on 1 point"
    ),
    Reason.of("lowest-left-odd", score=1): (
        "the lowest of an odd number of players left on 1 point"
    ),
    Reason.of("floated-down", player="1"): "Ash (has floated down before)",
    Reason.of("rest-undrawable", player="1"): (
        "Ash (the rest of the group could not then be paired)"
    ),
    Reason.of("below-undrawable", player="1"): (
        "Ash (the rest could not then be paired)"
    ),
    Reason.of("alone-undrawable", player="1"): (
        "Ash (if alone, the rest could not be paired)"
    ),
    Reason.of("alone-passes-by", player="1"): (
        "Ash (if alone, somebody has to pass by an opponent who is free)"
    ),
    Reason.of("floats-on", player="1", score=1, because=(Reason.of("none-alone-there"),)): (
        "Ash floats on from 1: nobody left there can float alone within the rules"
    ),
    Reason.of("none-alone-there"): "nobody left there can float alone within the rules",
    Reason.of("none-legal", player="1", score=Decimal("0.5")): "nobody on ½ can play Ash",
    Reason.of("passes-by", player="1", score=1, passed=("2", "3"), more=0): (
        "the rest can only be paired if somebody passes by an opponent who is free: Ash passes "
        "by Bede, Cole"
    ),
    Reason.of("none-free", player="1", score=1): "nobody on 1 who can play Ash is free",
    Reason.of("all-taken", player="1", score=1, because=(TAKEN,)): (
        "Cole already plays Bede, and nobody else on 1 is free to play Ash"
    ),
    TAKEN: "Cole already plays Bede",
    Reason.of("upfloat", player="4", because=(Reason.of("highest"),)): (
        "Dunn floats up: the highest of the group"
    ),
    Reason.of("highest"): "the highest of the group",
    Reason.of("second-upfloat", because=Reason.of("none-fresh-legal", score=1, player="1")): (
        "floats up again: everybody left on 1 who can play Ash has floated up before"
    ),
    Reason.of("none-fresh-legal", score=1, player="1"): (
        "everybody left on 1 who can play Ash has floated up before"
    ),
    Reason.of("none-fresh-drawable", score=1, after_others=True): (
        "with these players floating and those above choosing first, only somebody on 1 who "
        "has floated up before leaves a draw within the rules"
    ),
    Reason.of("upfloat", player="4", because=(
        Reason.of("hindered", player="2", because=MET), TAKEN, Reason.of("floated-up", player="1"),
        Reason.of(MORE, count=2))): (
        "Dunn floats up; passed over: Bede (they met in round 3), Cole (plays Bede), Ash (has"
        " floated up before) and 2 more"
    ),
    Reason.of("upfloat", player="4", because=(
        Reason.of("second-upfloat", because=Reason.of("none-fresh-legal", score=1, player="1")),
        Reason.of("hindered", player="2", because=MET))): (
        "Dunn floats up again: everybody left on 1 who can play Ash has floated up before; "
        "passed over: Bede (they met in round 3)"
    ),
    Reason.of("floated-up", player="1"): "Ash (has floated up before)",
    Reason.of("hindered", player="2", because=MET): "Bede (they met in round 3)",
    Reason.of("no-draw", player="2", after_others=False): (
        "Bede (with these players floating, leaves no draw within the rules)"
    ),
    Reason.of("then-undrawable", player="2"): (
        "Bede (the rest could not then be paired)"
    ),
    Reason.of("bye-again"): (
        "another bye: no legal draw gives it to somebody who has had fewer"
    ),
    Reason.of("none-left-may-have-bye", because=(Reason.of("had-bye", player="2"),)): (
        "nobody left in the last group can have the bye: Bede (has had the bye)"
    ),
    Reason.of("lowest-last"): "the lowest of the last group",
    Reason.of("lowest-left-last"): (
        "the lowest of those left in the last group"
    ),
    Reason.of("passed-over", because=(Reason.of("had-bye", player="2"),)): (
        "passed over: Bede (has had the bye)"
    ),
    Reason.of("score-group", score=Decimal("2.5"), count=1): (
        "Score group: 2½ points, 1 player."
    ),
    Reason.of("float-to", player="1", opponent="2", score=1): (
        "Ash floats down to Bede on 1 point."
    ),
    Reason.of("halves", half=4, high=1, low=5): (
        "4 boards within the group: ideally the top half meets the bottom half in order, cards "
        "1 v 5, 2 v 6, 3 v 7, 4 v 8. This is card 1 against 5."
    ),
    Reason.of("halves", half=6, high=3, low=9): (
        "6 boards within the group: ideally the top half meets the bottom half in order, cards "
        "1 v 7, 2 v 8, 3 v 9, 4 v 10 and so on. This is card 3 against 9."
    ),
    Reason("ideal-pairing"): "It is the ideal pairing.",
    Reason.of("ideal-for", player="1", card=5, opponent="2", ideal_card=1): (
        "The ideal opponent of Ash (card 5 of the group) is Bede (card 1)."
    ),
    Reason.of("places-moved", players=("1", "2"), cards=(3, 9), ideals=(8, 4)): (
        "    Ash (card 3) plays card 9, not 8; Bede (card 9) plays card 3, not 4: 1² + 1²"
    ),
    Reason("all-ideal"): "The whole group is paired ideally.",
    Reason.of("late-bye", last=True): "last of the late entries, one is left over",
    Reason.of("late-bye", last=False): "of the late entries, one is left over",
    Reason.of("late-board"): (
        "entered after the draw of round 1; late cards pair in order of arrival"
    ),
    Reason.of("late-for-bye", opponent="1", player="2"): (
        "Ash had the bye; Bede entered after the draw of round 1"
    ),
}  # fmt: skip
DOWN: dict[str, Fact] = {
    "player": "1", "group": Reason.of("points", score=Decimal("2.5")), "bye": False,
    "count": 5, "down": 1, "lowest": True, "ideal": True,
}  # fmt: skip
BOTH_DUE = Reason.of("both-due", players=("3", "4"), colour="W")
OFF: dict[str, Fact] = {"player": "1", "place": 3, "opponent": "2", "ideal_place": 10}
WORSE = Reason.of(
    "worse", criterion="C6", was=1, then=3, shown=("1", "3"), group=Reason.of("points", score=1)
)
LATER = Reason.of(
    "worse", criterion="order", was=(1,), then=(2,), shown=("a", "b"),
    group=Reason.of("points", score=0, notional=True),
)  # fmt: skip


def against(code: str, **facts: Any) -> Reason:
    """A board whose ideal stands against one cause."""
    players = facts.pop("players", ("3",))
    return Reason("off-ideal", OFF | {"because": Reason.of(code, players=players, **facts)})


MEANT = "Ash ideally meets Bede (3 v 10 in the group)"
FAILS = "; the group's ideal pairing fails: "
GIVES_WAY = f"{MEANT}; gives way: "
DUTCH_WORDS = {
    Reason.of("points", score=1): "1 point",
    Reason.of("points", score=Decimal("2.5"), section="B"): "Section B · 2½ points",
    Reason.of("points", score=3, notional=True): "3 n-points",
    Reason.of("group", group=Reason.of("points", score=0), residents=2, moved=1, down=1, bye=False,
              members=("1", "2", "3")): (
        "0 points: 2 players and 1 moved down, one floats down: 1 Ash (moved down), 2 Bede, 3 Cole"
    ),
    Reason.of("group", group=Reason.of("points", score=0), residents=12, moved=0, down=2, bye=False,
              members=()): "0 points: 12 players, 2 float down",
    Reason.of("group", group=Reason.of("points", score=0), residents=3, moved=0, down=1, bye=True,
              members=()): "0 points: 3 players, one has the bye",
    Reason("off-ideal", OFF | {"because": MET}): (
        f"{MEANT}: they met in round 3"
    ),
    Reason("off-ideal", OFF): MEANT,
    Reason("off-ideal", OFF | {"because": BOTH_DUE}): (
        f"{MEANT}{FAILS}Cole and Dunn are both due White "
        "(C12)"
    ),
    Reason.of("off-ideal", player="1", place=3,
              because=Reason.of("worse-below", players=("1",))): (
        "Ash (3 in the group) ideally floats, but Ash would make the draw below worse (C4 to C8)"
    ),
    against("barred", players=("3", "4")): (
        f"{MEANT}{FAILS}Cole and Dunn are barred by the "
        "arbiter"
    ),
    against("both-without-fail", players=("3", "4"), colour="B"): (
        f"{MEANT}{FAILS}Cole and Dunn must both have Black "
        "and cannot meet (C3)"
    ),
    against("beyond-difference", players=("3", "4")): (
        f"{MEANT}{FAILS}Cole and Dunn cannot both keep "
        "White and Black games within two of each other (C10)"
    ),
    against("third-running", players=("3", "4"), colour="B"): (
        f"{MEANT}{FAILS}Cole and Dunn cannot both be spared"
        " Black for the third time running (C11)"
    ),
    against("both-strongly-due", players=("3", "4"), colour="W"): (
        f"{MEANT}{FAILS}Cole and Dunn are both strongly due"
        " White (C13)"
    ),
    against("unplayed", count=1): (
        f"{MEANT}{FAILS}Cole has already had 1 round "
        "without a game (C9)"
    ),
    against("floated-down", round=2, by_rule="C14"): (
        f"{MEANT}{FAILS}Cole floated down in round 2 (C14)"
    ),
    against("floated-up", round=2, by_rule="C17"): (
        f"{MEANT}{FAILS}Cole floated up in round 2 (C17)"
    ),
    Reason("downfloat", DOWN): (
        "Ash floats down from 2½ points: the lowest of 5, an odd number"
    ),
    Reason("downfloat", DOWN | {"lowest": False}): (
        "Ash floats down from 2½ points: one of 5, an odd number"
    ),
    Reason("downfloat", DOWN | {"down": 2}): (
        "Ash floats down from 2½ points: 2 of the 5 there must float"
    ),
    Reason("downfloat", DOWN | {"count": 1, "bye": True}): (
        "Ash of 2½ points has the bye: nobody else is there"
    ),
    Reason("downfloat", DOWN | {"left": True}): (
        "Ash floats down from 2½ points: the lowest of 5 left, an odd number"
    ),
    Reason("downfloat", DOWN | {"left": True, "count": 1}): (
        "Ash floats down from 2½ points: nobody else is left there"
    ),
    Reason("downfloat", DOWN | {"moved": True}): (
        "Ash, moved down to 2½ points, floats on: the lowest of 5, an odd number"
    ),
    Reason("downfloat", DOWN | {"moved": True, "bye": True, "lowest": False}): (
        "Ash, moved down to 2½ points, has the bye: one of 5, an odd number"
    ),
    Reason("downfloat", DOWN | {"ideal": False}): "Ash floats down from 2½ points",
    Reason("downfloat", DOWN | {"ideal": False, "because": BOTH_DUE, "instead": False}): (
        f"Ash floats down from 2½ points{FAILS}Cole and Dunn are both due White (C12)"
    ),
    Reason("downfloat", DOWN | {"ideal": False, "instead": True, "because": Reason.of(
        "scored-unplayed", players=("3",), round=1, by_rule="C14")}): (
        "Ash floats down from 2½ points, not Cole, who scored in round 1 without playing, "
        "which counts as a downfloat (C14)"
    ),
    Reason.of("ideal-opponents", player="1", place=1, opponent="2", ideal_place=4): (
        "Ash v Bede, 1 v 4 in the group: ideal opponents"
    ),
    Reason.of("both-due-one-colour", colour="B", player="1",
              because=Reason.of("ranks-higher", player="1")): (
        "both are due Black; Ash gets it: Ash ranks higher (5.2.4)"
    ),
    Reason.of("ranks-higher", player="1"): "Ash ranks higher (5.2.4)",
    Reason.of("stronger", over="absolute", under="mild"): (
        "the stronger claim, absolute against mild (5.2.2)"
    ),
    Reason.of("wider", over=3, under=2): (
        "3 more games of the other colour, against 2 (5.2.2)"
    ),
    Reason.of("alternated", had=(("1", "W", 4), ("2", "B", 3))): (
        "Ash had White in round 4 and Bede Black in round 3, when their colours last differed"
        " (5.2.3)"
    ),
    Reason.of("both-granted", due=(("1", "W"), ("2", "B"))): (
        "Ash is due White, Bede is due Black (5.2.1)"
    ),
    Reason.of("both-granted", due=(("1", "W"),)): (
        "Ash is due White, the other player neither colour (5.2.1)"
    ),
    Reason.of("neither-due", player="1", number=7, colour="W"): (
        "neither is due a colour; Ash, number 7 of those paired so far (odd), has White "
        "(5.2.5)"
    ),
    Reason.of("colours", because=Reason.of("both-granted", due=(("1", "W"), ("2", "B")))): (
        "colours: Ash is due White, Bede is due Black (5.2.1)"
    ),
    Reason.of("colours-turned"): "the colours have been turned; those of the rules:",
    Reason.of("drawn-again", what="pair", player="1", opponent="2",
              outcome=Reason.of("undrawable")): (
        "with Ash v Bede, the rest could not be drawn (C4)"
    ),
    Reason.of("drawn-again", what="float", player="1", outcome=WORSE): (
        "with Ash floating down, players who float down in 1 point: 3 instead of 1 (C6)"
    ),
    Reason.of("drawn-again", what="bye", player="1", outcome=LATER): (
        "with the bye for Ash, no criterion gets worse in 0 n-points, but other pairs come "
        "first in FIDE's order (article 4)"
    ),
    Reason.of("drawn-again", what="pair", player="1", opponent="2", outcome=Reason.of("as-good")): (
        "Ash v Bede would do as well"
    ),
    Reason.of("minimum", criterion="C12", group=Reason.of("points", score=1), value=1, shown="1"): (
        "players who do not get their colour preference in 1 point: 1; that is the minimum (C12)"
    ),
    Reason.of("pairs", most=3, drawn=1): (
        "3 pairs could be made here, but with more than 1 the rest could not all be drawn (C4)"
    ),
    Reason.of("pairs", most=1, drawn=1): "1 pair at most can be made of those who may meet here",
    Reason.of("bye-score", group=Reason.of("points", score=0)): (
        "the bye goes to the lowest score that can have it: 0 points (C5)"
    ),
    Reason.of("bye-undrawable", group=Reason.of("points", score=0)): (
        "with the bye at 0 points the others could not all be drawn"
    ),
    Reason.of("nobody-may-have-bye", group=Reason.of("points", score=1), more=2, because=(
        Reason.of("bye-in", players=("1",), round=2),
        Reason.of("won-unplayed", players=("2",), round=1))): (
        "nobody with 1 point may have it: Ash had the bye in round 2, Bede won round 1 "
        "without playing and 2 more (C2)"
    ),
    Reason.of("not-drawn"): "this is not the computer draw",
    Reason.of("elsewhere", draw="own", player="1", colour="W", opponent="2"): (
        "the computer draw: Ash has White against Bede"
    ),
    Reason.of("elsewhere", draw="no-locks", player="1"): "without locks: Ash has the bye",
    Reason.of("as-it-stands", outcome=WORSE): (
        "in this round as it stands, players who float down in 1 point: 3 instead of 1 (C6)"
    ),
    Reason.of("without-bars", outcome=WORSE): (
        "without the arbiter's bars, players who float down in 1 point: 3 instead of 1 (C6)"
    ),
    Reason.of("rules-leave-none"): "the rules leave no draw of this round",
    Reason.of("absent"): "absent",
    Reason.of("asked-for"): "asked for",
}  # fmt: skip
GALWAY_WORDS = DUTCH_WORDS | {
    Reason.of("across-sections", section="A", below="B", odd=True, opponent_is="highest"): (
        "section A has an odd number left: its lowest player with an opponent in section B, "
        "without whom the others of section A can be paired, meets the highest player of section "
        "B who can"
    ),
    Reason.of("across-sections", section="A", below="B", odd=False, opponent_is="lowest"): (
        "sections A and B cannot each be drawn alone: the lowest players of section A who can"
        " meet the lowest players of section B who can"
    ),
    Reason.of("passed-over", player="1", opponent="2", round=3): "Ash has met Bede in round 3",
    Reason.of("standing", player="1", section="B", group=Reason.of("points", score=3,
                                                                   notional=True)): (
        "Ash, section B: 3 n-points"
    ),
    Reason.of("scorers", group=Reason.of("points", score=3, notional=True),
              scorers=(("A", 0), ("B", Decimal("1.5")))): (
        "3 n-points (score and what the section adds): section A on 0, section B on 1½"
    ),
    Reason.of("upper-first", count=1): (
        "the 1 player of the highest section there is paired first, with players of the others "
        "from the top"
    ),
    Reason.of("section-size", section="A", count=13): "section A: 13 players to be paired",
    Reason.of("games-across", count=1): "games across sections in this round: 1",
}  # fmt: skip
IDEAL: dict[str, Fact] = {"player": "1", "opponent": "2", "place": 3, "ideal_place": 8}
MEDIAN: dict[str, Fact] = {"place": 3, "count": 5, "score": Decimal("1.5")}
CLAIM: dict[str, Fact] = {"player": "1", "colours": "WBW", "equalises": True}
PLACE: dict[str, Fact] = {
    "player": "2", "place": 1, "count": 4, "score": Decimal(1), "floater": "1", "floater_due": "W",
    "due": "B", "upfloat": False, "grade": 1500,
}  # fmt: skip
NEXT = "Bede is number 1 of the 4 on 1 whom Ash may meet: "
FIGURES: dict[str, Fact] = {"bottom": 3, "top": 2, "score": Decimal("0.5"), "odd": True}
FOR_D = "3 bottom-half players, 3 of the top half on ½ for them, less one for the odd (c)"
ECF_WORDS = {
    **{r: text for r, text in COMMON_WORDS.items() if r.code != "barred"},
    Reason.of("barred", players=("1", "2")): "barred by the arbiter",
    Reason.of("off-ideal", player="1", opponent="2", high=3, low=8): (
        "Ash ideally meets Bede (3 v 8 in the group); changed for the other games of the group"
    ),
    Reason("off-ideal", IDEAL): (
        "Ash ideally meets Bede (3 v 8 in the group); changed for the other games of the group"
    ),
    Reason("off-ideal", IDEAL | {"because": MET}): (
        "Ash ideally meets Bede (3 v 8 in the group): they met in round 3"
    ),
    Reason.of("colours-forbid", players=("1", "2")): "neither can be given the other colour",
    Reason.of("both-due", players=("1", "2"), colour="W"): "both are due White",
    Reason.of("leaves-group", player="1", score=Decimal("2.5"), opponent="2",
              opponent_score=Decimal(2)): "Ash (2½) leaves the group to meet Bede (2)",
    Reason("colour-refused", CLAIM | {"due": "B", "colour": "W"}): (
        "Ash has White, though due Black (to equalise after WBW)"
    ),
    Reason("colour-refused", CLAIM | {"due": "B", "colour": "W", "equalises": False}): (
        "Ash has White, though due Black (to alternate after WBW)"
    ),
    Reason("against-rule-8"): (
        "every draw of this round gives somebody one colour three times running, or in over "
        "two more games than the other (rule 8)"
    ),
    Reason.of("games-against-rule-8", count=2): (
        "every draw of this round gives somebody one colour three times running, or in over "
        "two more games than the other: 2 games here (rule 8)"
    ),
    Reason("bye-from-mid-line"): "round 1: just below the mid-line",
    Reason("bye-from-median", MEDIAN): (
        "from the median: number 3 of the 5 on 1½"
    ),
    Reason("bye-from-median", MEDIAN | {"colour": "W", "due": 3, "of_them": True}): (
        "from the median of those due White (3 players): number 3 of the 5 on 1½"
    ),
    Reason("bye-from-median", MEDIAN | {"colour": "W", "due": 3, "of_them": False}): (
        "from the median: number 3 of the 5 on 1½, as nobody due White can have it"
    ),
    Reason("count-before", FIGURES): (
        "count for group (d): 3 players of the bottom half, 3 of the top half on ½ for them, "
        "less one whom the odd group (c) needs"
    ),
    Reason("count-after", FIGURES): (
        "then 3 players of the bottom half, 3 of the top half on ½ for them, less one whom "
        "the odd group (c) needs"
    ),
    Reason("count-after", FIGURES | {"odd": False}): (
        "then 3 players of the bottom half, 2 of the top half on ½ for them"
    ),
    Reason.of("replaces", player="1", opponent="2"): "Ash replaces Bede",
    Reason.of("promoted", players=("1", "2")): "Ash · Bede promoted into group (c)",
    Reason.of("undone", games=(("1", "2"), ("3", "4")), score=Decimal(2)): (
        "Ash v Bede; Cole v Dunn undone: the bottom half on 2 would outnumber the top half left "
        "for it"
    ),
    Reason("locked-first"): "The arbiter has locked this pair; everybody else was drawn around it.",
    Reason.of("group", name="2 points", count=9, floats=1): (
        "Group 2 points: 9 players, 1 floater out of it."
    ),
    Reason.of("group", name="2 points", count=8, floats=0): "Group 2 points: 8 players.",
    Reason.of("taken", score=Decimal("1.5"), players=("1", "2"), black=2, white=1): (
        "Taken from 1½: Ash · Bede; 2 due Black and 1 due White wanted."
    ),
    Reason.of("taken", score=Decimal(1), players=("1",), black=0, white=0): (
        "Taken from 1: Ash; no colour is due."
    ),
    Reason.of("mid-line", half=4, two_sided=False, high=1, low=5): (
        "The mid-line is under number 4: 4 games. This is 1 v 5."
    ),
    Reason.of("mid-line", half=1, two_sided=True, high=1, low=2): (
        "The mid-line is between the top half and the bottom half: 1 game. This is 1 v 2."
    ),
    Reason.of("average", average="120.5", here=98): (
        "Average difference of the grades in the group: 120.5; here: 98."
    ),
    Reason.of("ideal-pairing", places=4): (
        "It is the ideal pairing: everybody above the mid-line meets the player 4 places "
        "lower."
    ),
    Reason("ideal-for", IDEAL): (
        "Ash ideally meets Bede (3 v 8 in the group); changed for the other games of the group."
    ),
    Reason("ideal-for", IDEAL | {"because": MET}): (
        "Ash ideally meets Bede (3 v 8 in the group): they met in round 3."
    ),
    Reason.of("dues", white=3, black=1, refused=("1", "2")): (
        "White is due to 3, Black to 1; without the colour due: Ash · Bede."
    ),
    Reason.of("floater-place", player="1", place=2, count=7): (
        "Ash leaves the group: number 2 of 7 from the median, those of the colour that more "
        "are due first."
    ),
    Reason("opponent-place", PLACE): (
        f"{NEXT}due Black, the other colour, has not floated up, grade 1500."
    ),
    Reason("opponent-place", PLACE | {"due": "W", "upfloat": True}): (
        f"{NEXT}due White as well, has floated up before, grade 1500."
    ),
    Reason("opponent-place", PLACE | {"due": ""}): (
        f"{NEXT}no colour due, has not floated up, grade 1500."
    ),
    Reason("opponent-place", PLACE | {"floater_due": ""}): (
        f"{NEXT}no colour is due to the floater, has not floated up, grade 1500."
    ),
    Reason("colour", CLAIM | {"due": "B", "colour": "B"}): (
        "Ash is due Black (to equalise after WBW)."
    ),
    Reason("colour", CLAIM | {"due": "B", "colour": "W"}): (
        "Ash is due Black (to equalise after WBW), but has White."
    ),
    Reason("colour", CLAIM | {"due": "", "colour": "W"}): (
        "Ash has White: no colour is due, and that of board 1 was drawn by lot."
    ),
    Reason("bye-asked-for"): "The bye was asked for.",
    Reason("bye-by-hand"): "Given by hand.",
    Reason.of("passed-for-bye", count=1): (
        "1 player who comes first cannot have it: the others could not all be drawn."
    ),
}  # fmt: skip
TABLES = {
    "kjca": (KJCA_WORDS | COMMON_WORDS, KJCA),
    "dutch": (DUTCH_WORDS | COMMON_WORDS, DUTCH),
    "galway": (GALWAY_WORDS | COMMON_WORDS, GALWAY),
    "ecf": (ECF_WORDS, ECF),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_reason_has_its_words(name: str) -> None:
    table, phrases = TABLES[name]
    format = format_named(name)
    assert {format.worded(reason, EVENT): reason for reason in table} == {
        text: reason for reason, text in table.items()
    }
    assert {reason.code for reason in table} >= phrases.keys() | COMMON.keys()


def test_several_reasons_are_one_sentence() -> None:
    words = format_named("kjca").worded
    assert sentence((MET, *said("Bob wished it"), TURNED), EVENT, words) == (
        "they met in round 3; Bob wished it; turned by hand"
    )
    assert sentence((), EVENT, words) == ""


def test_who_is_not_entered_is_called_by_his_number_and_an_unknown_code_by_itself() -> None:
    assert format_named("kjca").worded(Reason.of("had-bye", player="9"), EVENT) == (
        "9 has had the bye"
    )
    assert format_named("kjca").worded(Reason.of("from-the-future", x=1), EVENT) == (
        "from-the-future"
    )
