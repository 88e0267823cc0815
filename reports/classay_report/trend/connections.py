"""Decides which connections a server closes, so that no number of idle or slow ones keeps others out.

waitress alone accepts 100 connections and then none, until one has been silent for two minutes; a byte now and then keeps a
connection for ever. Here each state of a connection has a limit, and where there are too many the oldest goes.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol


class Channel(Protocol):
    """A connection, as waitress has it."""

    requests: list[Any]  # complete ones, which the program works on
    request: Any  # that came in part; None: none
    total_outbufs_len: int  # bytes of a response that the other end has not taken
    last_activity: float

    def handle_close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 256  # that the program does not work for
    request: float = 10.0  # seconds, from its first byte to its last
    idle: float = 30.0  # seconds until a request begins
    silence: float = 30.0  # seconds in which the other end takes nothing of a response
    response: float = 300.0  # seconds until it has taken all of it


class State(Enum):
    ASKS = "sends a request"
    IDLE = "has sent nothing since its last response"
    READS = "takes a response"
    WAITS = "waits for the program"  # which needs no limit


@dataclass(slots=True)
class _Seen:
    state: State
    what: Any  # the request to which the state belongs; a different one begins a new state
    progress: Any
    since: float
    progress_since: float


class Watch:
    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._seen: dict[Channel, _Seen] = {}

    def to_close(self, channels: Iterable[Channel]) -> list[Channel]:
        """To be called after each thing that may have happened; `channels`: all that there are, the oldest first."""
        now = self._clock()
        self._seen = {channel: self._look(channel, now) for channel in channels}
        late = [channel for channel, seen in self._seen.items() if self._is_late(seen, now)]
        gone = set(late)
        others = [one for one, seen in self._seen.items() if one not in gone and seen.state is not State.WAITS]
        excess = len(others) - self._limits.connections
        # The oldest connection goes first, whatever it does: one that has just come is never the one.
        return late + others[: max(0, excess)]

    def _look(self, channel: Channel, now: float) -> _Seen:
        state, what, progress = _state_of(channel)
        before = self._seen.get(channel)
        if before is None or before.state is not state or before.what is not what:
            return _Seen(state, what, progress, now, now)
        if before.progress != progress:
            before.progress, before.progress_since = progress, now
        return before

    def _is_late(self, seen: _Seen, now: float) -> bool:
        if seen.state is State.ASKS:
            return now - seen.since > self._limits.request
        if seen.state is State.IDLE:
            return now - seen.progress_since > self._limits.idle
        if seen.state is State.READS:
            return now - seen.progress_since > self._limits.silence or now - seen.since > self._limits.response
        return False


def _state_of(channel: Channel) -> tuple[State, Any, Any]:
    if channel.total_outbufs_len:
        return State.READS, None, channel.total_outbufs_len
    if channel.requests:
        return State.WAITS, None, None
    if channel.request is not None:
        return State.ASKS, channel.request, None
    # Between two looks it may have asked and got its response.
    return State.IDLE, None, channel.last_activity
