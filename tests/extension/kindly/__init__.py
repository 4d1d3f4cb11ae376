"""A package of somebody else's: what it adds to mtgmeld stands here, and nowhere in mtgmeld."""
