"""The game: objects, states, characteristics, actions and the engine."""
