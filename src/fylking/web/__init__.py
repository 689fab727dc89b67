"""The web page and the JSON API under it: `fylking serve`, with the extra `web`."""
