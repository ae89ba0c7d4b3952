"""The tournament formats: one module or package each, and the register that names them."""

from formats.plugins import look_for_none

look_for_none()
