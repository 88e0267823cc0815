"""Sends code to workers that do not have this package: by value, instead of by module name.

Dask tries pickle first, which sends only the names of functions and classes. Workers could not resolve these names.
"""

import pickle
import sys
from typing import Any

import cloudpickle

# Names, because a reference to a module would send the complete module with this class.
_OF_THIS_TREE = ("classay_farm", "classay_report")


class Sent:
    """Wraps a function or a class. Unpickling gives the wrapped object itself."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def __call__(self, *words: Any) -> Any:
        return self.what(*words)

    def __reduce__(self) -> tuple[Any, ...]:
        for name in _OF_THIS_TREE:
            cloudpickle.register_pickle_by_value(sys.modules[name])
        return pickle.loads, (cloudpickle.dumps(self.what),)
