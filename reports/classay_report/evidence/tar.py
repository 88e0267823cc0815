"""Reads the members of an untrusted tar archive within bounds.

tarfile reads headers of any size into memory, and follows chains of headers recursively. This stream gives it a fixed number
of bytes for the headers of one member, whatever sizes the headers claim.
"""

import io
import tarfile
from collections.abc import Iterator
from typing import IO

# A member of a package has one header, and a second one plus a block if its name is long.
HEADER_BYTES = 1 << 15


class Stream(io.RawIOBase):
    """The stream that tarfile reads. Raises ValueError if headers exceed their bound."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left: int | None = None  # bytes left for a member's headers; None: tarfile is reading content

    def begin_headers(self) -> None:
        self._left = HEADER_BYTES

    def begin_content(self) -> None:
        self._left = None

    def read(self, size: int = -1) -> bytes:
        if self._left is not None:
            if not 0 <= size <= self._left:
                raise ValueError(f"the headers of a member have more than {HEADER_BYTES} bytes")
            self._left -= size
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()


class Tar:
    """A tar archive. Raises tarfile.TarError or ValueError if it is malformed or exceeds the bounds."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = Stream(stream)
        self._stream.begin_headers()
        self._tar = tarfile.TarFile(fileobj=self._stream)

    def members(self) -> Iterator[tarfile.TarInfo]:
        end = -1
        while True:
            self._stream.begin_headers()
            entry = self._tar.next()
            self._stream.begin_content()
            if entry is None:
                return
            self._tar.members = []  # type: ignore[attr-defined]  # tarfile would keep all members
            if self._tar.pax_headers:
                raise ValueError("the archive has a global header, which packages do not have")
            # A negative size would lead back to the same header, in an endless loop.
            if entry.size < 0 or self._tar.offset <= end:
                raise ValueError("a member has an invalid size")
            end = self._tar.offset
            yield entry

    def content(self, entry: tarfile.TarInfo) -> IO[bytes]:
        return self._tar.extractfile(entry) or io.BytesIO()

    @property
    def end(self) -> int:
        """The end of the last member."""
        return self._tar.offset
