"""What is played for the corpus: by name, the lines that `tests.saves.corpus.Player` plays.

Between them the events hold everything that an arbiter does. Some end in the middle of a round,
some with a proposal standing. A new script makes a new event; one that has been kept is left as
it is.
"""

from __future__ import annotations

SCRIPTS: dict[str, str] = {
    "kjca": """
        entries juniors-41.csv 15
        new --format kjca --title 'Juniors – Spring' --rounds 5 --entries entries.csv --seed 7
        set rounds=6 --title 'Juniors – Spring, hall 2'
        set avoid=school,club avoid_cost=1
        bye 4 2 0.5
        present 1 2 3 4 5 6 7 8 9 10 11
        present --all
        present 15 --not
        edit 6 --rating 1420 --club Castlebar
        draw --bar 1:9 --lock 2:10
        draw --publish --insist
        result 1 1-0
        by ben
        result 2 =
        by anna
        result 2 0-1 --replace
        undo
        add 'Barrowby, Late' --rating 1010 --school 'Medway Grammar'
        draw --publish
        play
        add 'Zborowska, Late' --rating 1200 --school 'Priory Fields'
        draw
        do '{"kind":"discard"}'
        draw
        swap 1 5
        turn 2
        draw --publish --insist
        play 1
        withdraw 15
        adjust 3 -0.5 --why 'phone in the hall'
        result 6 -/+ --replace
        draw --missing draw --publish
        correct 3 --turn --insist --why 'sat the wrong way round'
        play
        undo
        redo
        correct 2 --round 2 --result 1/2-0 --insist
        set rounds=7
        reenter 15
        draw --publish
        play 3
    """,
    "kjca-late": """
        entries juniors-41.csv 10
        new --format kjca --title 'Late cards' --rounds 5 --entries entries.csv --seed 7
        draw --publish
        add 'Barrowby, Late' --rating 1010 --school 'Medway Grammar'
        draw --publish
        add 'Quilty, Later'
        draw
        do '{"kind":"discard"}'
        add 'Quilty, Latest' --rating 1333
        draw
    """,
    "dutch-baku": """
        entries congress-97.csv 26
        new --format dutch --title Congress --rounds 7 --entries entries.csv --seed 3 \
            --set acceleration=baku --set mode=free
        bye 5 1 0.5
        bye 6 3 1
        draw --publish
        play
        by desk-2
        add 'Ødegaard, Late' --rating 1801
        withdraw 9
        draw
        swap 1 4
        draw --publish --insist
        play 2
        correct 12 --no-shows 3 7 --insist
        undo
        redo
        play
        do '{"kind":"instruct","instruction":{"a":"2","b":"3","kind":"bar"}}'
        do '{"kind":"release","what":"bar","a":"2","b":"3"}'
        draw --publish
        play
        restore
        edit 10 --rating 2105
        adjust 11 1 --why 'arbiter had counted wrong'
        draw --publish
        play
        set tiebreaks=BH,SB,WIN
        draw
    """,
    "dutch": """
        entries open-72-semicolon.csv 17
        new --format dutch --title 'Open, small' --rounds 5 --seed 11
        import entries.csv
        add 'Twin, Same' --rating 1500
        add 'Twin, Same' --rating 1501 --insist
        do '{"kind":"remove","id":"19"}'
        present 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
        present --absent-out
        draw --publish
        play
        draw --publish
        play
        edit-file event.toml 'title = "Open, small"' 'title = "Open, renamed by hand"'
        restore edits
        edit-file players.toml '"Zborowska, Elena"' '"Zborowska, Helena"'
        restore edits
        restore 002-publish
        play
        draw --publish
        play 1
        correct 1 --turn --insist
    """,
    "galway": """
        entries congress-97.csv 33
        new --format galway --title Galway --rounds 5 --entries entries.csv --seed 5 \
            --set max_section=12
        bye 3 1 0.5
        draw --publish
        play
        add 'Håkansen, Late' --rating 1700
        draw --publish
        play
        withdraw 2
        draw --publish
        play
        draw
        turn 1
        draw --publish --insist
        play
        correct 3 --turn --insist --round 3
        adjust 8 0.5 --why appeal
        draw --publish
        play
    """,
    "ecf-plain": """
        entries open-72-semicolon.csv 14
        new --format ecf --title 'ECF plain' --rounds 4 --entries entries.csv --seed 2 \
            --set pairing=seeded
        draw --publish
        play
        draw
        swap 1 3
        draw --redraw
        draw --publish
        play
        withdraw 5
        draw --publish
        play 2
    """,
    "ecf-basic": """
        entries congress-97.csv 29
        new --format ecf --title 'ECF basic' --rounds 5 --entries entries.csv --seed 2 \
            --set acceleration=basic
        bye 2 1 0.5
        draw --publish
        play
        add 'Late, Larry' --rating 1650
        draw --publish
        play
        withdraw 7
        edit 12 --rating 1901
        draw --publish
        play
        draw --publish --bar 1:2
        play
        draw --publish
        play
    """,
    "ecf-advanced": """
        entries congress-97.csv 36
        new --format ecf --title 'ECF advanced' --rounds 6 --entries entries.csv --seed 9 \
            --set acceleration=advanced
        draw --publish
        play
        draw
        turn 3
        draw --publish --insist
        play
        edit 4 --rating 2001
        draw --publish
        play
        set acceleration_rounds=3
        draw --publish
        play 4
    """,
    "diagonal": """
        entries diagonal-26.csv 15
        new --format diagonal --title Diagonal --entries entries.csv --seed 4
        set max_losses=3
        draw --publish
        result 1 1/34,=/60
        play
        draw --publish
        play 1
        withdraw 6
        play
        undo
        redo
        draw --publish
        play 1
    """,
    "diagonal-ring": """
        entries diagonal-26.csv 9
        new --format diagonal --title 'Diagonal to its end' --entries entries.csv --seed 4 \
            --set max_losses=2
        draw --publish
        play
        draw --publish
        play
    """,
    "round-robin": """
        entries open-72-semicolon.csv 7
        new --format round_robin --title 'All play all' --entries entries.csv --seed 6
        draw --publish
        play
        draw --publish
        play
        withdraw 3
        draw --publish
        play
        reenter 3
        undo
        draw
        turn 1
        draw --publish --insist
        play
        draw --publish
        play 1
    """,
    "round-robin-double": """
        entries open-72-semicolon.csv 4
        new --format round_robin --title 'Twice' --entries entries.csv --seed 6 \
            --set double=true --set numbers=seed
        do '{"kind":"seeds","how":"rating"}'
        do '{"kind":"seeds","how":"hand","order":["2","1","4","3"]}'
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
    """,
    "knockout": """
        entries teams-23.csv 21
        new --format knockout --title Knockout --entries entries.csv --seed 6 --set third_place=true
        do '{"kind":"seeds","how":"lot"}'
        draw --publish
        play
        draw --publish
        play
        withdraw 4
        draw --publish
        play
        draw --publish
        play 1
    """,
    "double-knockout": """
        entries teams-16.csv 11
        new --format double_knockout --title 'Double knockout' --entries entries.csv --seed 6
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
        withdraw 3
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
        draw --publish
        play
    """,
    "gnot": """
        entries teams-23.csv 23
        new --format gnot --title 'Teams of 23' --entries entries.csv --seed 8
        draw --publish
        play
        choices
        draw --publish
        play
        wish
        choices
        undo
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        withdraw 20
        forfeit
        choices
        draw --publish
        play
        choices
        draw --publish
        play
    """,
    "gnot-16": """
        entries teams-16.csv 16
        new --format gnot --title 'Teams of 16' --entries entries.csv --seed 8
        draw --publish
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw --publish
        play
    """,
    "gnot-appeal": """
        entries teams-23.csv 22
        new --format gnot --title 'Teams of 22' --entries entries.csv --seed 4
        draw --publish
        play
        choices
        draw --publish
        play
        choices
        draw
        result 1 10-60 --round 1 --replace --insist
        play
        choices
        draw --publish --redraw --keep-choices
        play 2
    """,
    "knockout-best-of": """
        entries congress-97.csv 9
        new --format knockout --title 'Best of three' --entries entries.csv --seed 2 \
            --set games=3 --set placement=drawn --set separate_clubs=true
        draw --publish
        result 1 2-1
        draw --publish
        result 1 2-1
        result 2 2-0
        result 3 1-2
        result 4 2-1
        draw --publish
        result 1 0-2
        result 2 0-2
        draw --publish
        result 1 2-1
        result 1 2-0 --replace --insist --round 3
    """,
    "journal-lost": """
        entries open-72-semicolon.csv 20
        new --format galway --title 'Journal lost' --entries entries.csv --seed 2 --rounds 4
        draw --publish
        play
        remove-file journal.log
        add 'After, All' --rating 1444
        draw --publish
        play
        restore 001-import
        undo
        restore 002-publish
        undo
        edit-file round-01.toml 'result = "1-0"' 'result = "0-1"'
        restore edits
        draw
    """,
    "imported": """
        file trf/t0086.trf from-file.trf
        new --format dutch --title 'From a file' --seed 1 --entries from-file.trf --with-rounds
        set rounds=7
        draw --publish
        play
        cut 4 final --insist
    """,
}
