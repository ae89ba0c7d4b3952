"""Topboard held against other engines, by their command lines: `python -m crosstest PEERS.toml`.

Each side checks the tournaments that the other one makes: every round drawn again, every tie-break
computed again. `peers.toml` says how a program is called; nothing here knows one by name.
"""
