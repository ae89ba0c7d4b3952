"""The place Bracket: the trees of a knockout, the flow of stages, results entered in them. Read
`state`, then `picture`, then `keys`; `place` puts them together. What a bracket looks like as
lines is in `layout` and `tree`, for the projector too."""
