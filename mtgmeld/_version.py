"""The version, as the installed package has it: it comes from the tag of the release."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("mtgmeld")
except PackageNotFoundError:  # the tree, not installed
    __version__ = "0+unknown"
