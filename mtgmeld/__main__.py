"""``python -m mtgmeld`` is the command line."""

from mtgmeld.cli import main

if __name__ == "__main__":
    main()
