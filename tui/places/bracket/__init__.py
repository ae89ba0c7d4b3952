"""The place Bracket: the trees of a knockout, the flow of stages, results entered in them. Read
`picture`, then `keys`, which puts them together. What a bracket looks like as lines
is in `ways` and `layout`, for the projector too."""
