"""Code of this tree for workers that have no module of it: sent as it is, instead of by the name of its module.

Dask asks pickle first, which sends functions and classes by their names alone, and would find nothing at the other end.
"""

import pickle
import sys
from typing import Any

import cloudpickle

# By names: a module that this class knew would be sent with it, whole.
_OF_THIS_TREE = ("classay_farm", "classay_report")


class Sent:
    """A function or a class, and where it is unpickled nothing else."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def __call__(self, *words: Any) -> Any:
        return self.what(*words)

    def __reduce__(self) -> tuple[Any, ...]:
        for name in _OF_THIS_TREE:
            cloudpickle.register_pickle_by_value(sys.modules[name])
        return pickle.loads, (cloudpickle.dumps(self.what),)
