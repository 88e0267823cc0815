"""Decides which connections a server closes, so that idle or slow clients cannot keep others out.

waitress alone accepts 100 connections, and then none until one has been silent for two minutes. A client that sends a byte
from time to time keeps its connection for ever. Here each state of a connection has a time limit. If there are too many
connections, the oldest are closed.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol


class Channel(Protocol):
    """A connection of waitress."""

    requests: list[Any]  # complete requests, which the program handles
    request: Any  # an incomplete request, or None
    total_outbufs_len: int  # bytes of a response that the client has not received
    last_activity: float

    def handle_close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 256  # excluding those whose request the program is handling
    request: float = 10.0  # seconds from the first to the last byte of a request
    idle: float = 30.0  # seconds until a request begins
    silence: float = 30.0  # seconds in which the client receives no byte of a response
    response: float = 300.0  # seconds until the client has received the complete response


class State(Enum):
    ASKS = "sends a request"
    IDLE = "has sent nothing since its last response"
    READS = "takes a response"
    WAITS = "waits for the program"  # needs no limit


@dataclass(slots=True)
class _Seen:
    state: State
    what: Any  # the request that the state belongs to; a different one begins a new state
    progress: Any
    since: float
    progress_since: float


class Watch:
    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._seen: dict[Channel, _Seen] = {}

    def to_close(self, channels: Iterable[Channel]) -> list[Channel]:
        """Must be called after every event. `channels`: all connections, the oldest first."""
        now = self._clock()
        self._seen = {channel: self._look(channel, now) for channel in channels}
        late = [channel for channel, seen in self._seen.items() if self._is_late(seen, now)]
        gone = set(late)
        others = [one for one, seen in self._seen.items() if one not in gone and seen.state is not State.WAITS]
        excess = len(others) - self._limits.connections
        # The oldest connection closes first, in whatever state, so that a new one always gets its chance.
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
    # A complete request and response may have happened between two calls.
    return State.IDLE, None, channel.last_activity
