"""A table as it shows itself: the core's view, or the public state that the controller makes of it.

Both name and type a fact in the same way. So whatever looks at a table reads either as it is.
"""

from __future__ import annotations

from controller.table import EffectView, RulingView
from firmware_bridge.messages.public import PublicEffect, PublicRuling

ShownEffect = EffectView | PublicEffect
ShownRuling = RulingView | PublicRuling
