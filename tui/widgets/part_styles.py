"""The styles of a line's parts, asked of the style sheet when a part is first painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.css.styles import RenderStyles
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.widget import Widget

    _Widget = Widget
else:
    _Widget = object


class PartStyles(_Widget):
    """A widget whose parts have component styles, any name of which may be asked for.

    Named as `COMPONENT_CLASSES`, all of them would be worked out whenever a widget is mounted, the
    screen comes back or a class changes: some twenty for each line, of which it paints three.
    """

    def get_component_styles(self, *names: str) -> RenderStyles:
        """The styles of these parts together."""
        for name in names:
            if name not in self._component_styles:
                self._component_styles[name] = self._part(name)
        return super().get_component_styles(*names)

    def notify_style_update(self) -> None:
        """Parts that look otherwise now are painted again."""
        super().notify_style_update()
        old = {**self._component_styles}
        for name in old:
            self._component_styles[name] = self._part(name)
        if old != self._component_styles:
            self.refresh()

    def _part(self, name: str) -> RenderStyles:
        part = DOMNode(classes=name)
        part._attach(self)
        self.app.stylesheet.apply(part)
        return part.styles
