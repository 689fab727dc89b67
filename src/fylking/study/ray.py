"""The units of a study on a Ray cluster. Needs the extra `fylking[ray]`."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

try:
    import ray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('the executor "ray" needs Ray: pip install "fylking[ray]"') from error

STORE = 100_000_000
"""Bytes of the object store of a cluster of our own: units and results are small."""


class RayExecutor(Executor):
    """Tasks of Ray as futures of `concurrent.futures`.

    It joins the cluster that this process is connected to, or the one that the environment
    variable `RAY_ADDRESS` names; or else starts one on this machine, and ends it.

    Args:
        workers: processors of a cluster on this machine.
    """

    def __init__(self, workers: int) -> None:
        self._ours = not ray.is_initialized()
        if self._ours:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            here: dict[str, Any] = {"num_cpus": workers, "object_store_memory": STORE}
            ray.init(
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **({} if os.environ.get("RAY_ADDRESS") else here),
            )
        self._remotes: dict[Callable[..., Any], Any] = {}
        self._refs: dict[Future[Any], Any] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call on the cluster."""
        if fn not in self._remotes:
            self._remotes[fn] = ray.remote(fn)
        ref = self._remotes[fn].remote(*args, **kwargs)
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._refs[future] = ref
        ref.future().add_done_callback(lambda done: self._hand_on(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Waits for the calls, or gives them up; ends the cluster if it is ours."""
        for future, ref in list(self._refs.items()):
            if cancel_futures:
                ray.cancel(ref, force=True)
            elif wait:
                future.exception()
        if self._ours and ray.is_initialized():
            ray.shutdown()

    def __exit__(self, *about: object) -> None:
        self.shutdown(cancel_futures=about[0] is not None)

    def _hand_on(self, done: Future[Any], future: Future[Any]) -> None:
        """What a call has come to, its error as it was raised there."""
        error = done.exception()
        self._refs.pop(future, None)
        if error is None:
            future.set_result(done.result())
        elif isinstance(error, ray.exceptions.RayTaskError):
            future.set_exception(error.cause)
        else:  # a worker or a node is gone, and trying again was no good
            future.set_exception(BrokenExecutor(str(error).partition("\n")[0]))
