"""The game: objects, states, characteristics, actions and the engine."""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach(__name__, submodules=["actions"])
