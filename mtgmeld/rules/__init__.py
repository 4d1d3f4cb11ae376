"""The rules: citations, editions, numbers through time, and a reader for the official text.

The heavier parts load when they are first used.
"""

import lazy_loader as _lazy

# the names, and where each of them is, stand in __init__.pyi
__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
