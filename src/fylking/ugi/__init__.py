"""The Universal Game Interface: an engine that speaks it (`fylking ugi`), and a client.

`Engine` drives any program that speaks UGI; it is a bot (`fylking.bots.Bot`).
"""

from __future__ import annotations

from fylking.ugi.client import Clock, Engine
from fylking.ugi.errors import EngineError

__all__ = ["Clock", "Engine", "EngineError"]
