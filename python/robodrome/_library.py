"""Finds and declares the shared library; everything else goes through the functions of src/api/api.h."""
import ctypes
import os
import pathlib

MAX_PICKS, MAX_SEATS, MAX_OPTION, SPECTATOR = 24, 8, 0xffff, -1
ERRORS = ("ok", "not_asked", "stale", "illegal", "malformed", "config", "version", "over",
          "no_undo", "no_room")


class Action(ctypes.Structure):
    """One answer, as the engine has it: the actor and up to 24 picks."""
    _fields_ = [("kind", ctypes.c_uint8), ("actor", ctypes.c_uint8), ("n", ctypes.c_uint8),
                ("zero", ctypes.c_uint8), ("pick", ctypes.c_uint16 * MAX_PICKS)]

    @classmethod
    def of(cls, actor, picks):
        action = cls(actor=actor, n=len(picks))
        action.pick[:len(picks)] = picks
        return action

    @property
    def picks(self):
        return tuple(self.pick[:self.n])

    def __eq__(self, other):
        return isinstance(other, Action) and (self.kind, self.actor, self.picks) == (
            other.kind, other.actor, other.picks)

    def __hash__(self):
        return hash((self.kind, self.actor, self.picks))


def _candidates():
    if "ROBODROME_LIB" in os.environ:
        yield pathlib.Path(os.environ["ROBODROME_LIB"])
        return
    here = pathlib.Path(__file__).resolve()
    for folder in (here.parent, here.parents[2] / "build" / "src" / "api"):
        yield folder / "librobodrome.so"
    yield pathlib.Path("librobodrome.so.1")


def _load():
    tried = []
    for path in _candidates():
        try:
            return ctypes.CDLL(str(path))
        except OSError as error:
            tried.append(f"{path}: {error}")
    raise ImportError("librobodrome.so was not found. Build it with ./run --build, or set "
                      "ROBODROME_LIB to its path.\nTried:\n  " + "\n  ".join(tried))


lib = _load()

_P, _S, _I, _Z = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
_U32, _U64, _A = ctypes.c_uint32, ctypes.c_uint64, ctypes.POINTER(Action)
_R = ctypes.POINTER(_U64)
_ZP = ctypes.POINTER(_Z)
_DECLARED = {
    "version": (_I, []), "game": (_S, [_I]), "bot": (_S, [_S, _I]),
    "rules_version": (_U32, [_S]), "seats": (_I, [_S, _I]), "string": (_S, [_S, _S]),
    "open": (_P, [_S, _I, _S, _S, _Z]), "close": (None, [_P]), "fault": (_S, [_P]),
    "state_size": (_Z, [_P]), "actors": (_I, [_P]), "seat_of": (_I, [_P, _I]),
    "start": (None, [_P, _U64, _P]), "pending": (_U32, [_P, _P]), "count": (_U64, [_P, _P, _I]),
    "nth": (_I, [_P, _P, _I, _U64, _A]), "sample": (_I, [_P, _P, _I, _I, _R, _A]),
    "fallback": (_I, [_P, _P, _I, _A]), "check": (_I, [_P, _P, _A]), "apply": (_I, [_P, _P, _A]),
    "apply_told": (_I, [_P, _P, _A, _I, _S, _P, _Z, _ZP]),
    "outcome": (_I, [_P, _P, _P, _P]), "hash": (_U64, [_P, _P]),
    "start_batch": (None, [_P, _U64, _P, _I]),
    "apply_batch": (None, [_P, _P, _I, _P, _P]), "pending_batch": (None, [_P, _P, _I, _P]),
    "sample_batch": (None, [_P, _P, _I, _R, _P]),
    "playout_batch": (_U64, [_P, _P, _I, _R, _U64]),
    "view": (_I, [_P, _P, _I, _P]), "determinize": (_I, [_P, _P, _I, _R, _P]),
    "state_valid": (_I, [_P, _P]), "setup_json": (_Z, [_P, _P, _Z]),
    "state_json": (_Z, [_P, _P, _P, _Z]), "state_text": (_Z, [_P, _P, _P, _Z]),
    "state_parse": (_I, [_P, _S, _P]), "action_text": (_Z, [_P, _P, _A, _P, _Z]),
    "action_parse": (_I, [_P, _P, _I, _S, _A]),
    "question_json": (_I, [_P, _P, _I, _P, _I, _S, _P, _Z, _ZP]),
    "picture": (_Z, [_P, _P, _I, _P, _Z]), "status": (_Z, [_P, _P, _S, _P, _Z]),
    "think": (_I, [_P, _P, _I, _S, _U64, _P, _P, _R, _A, _P, _Z, _ZP]),
}
for _name, (_result, _arguments) in _DECLARED.items():
    _function = getattr(lib, "rd_api_" + _name)
    _function.restype, _function.argtypes = _result, _arguments
if lib.rd_api_version() != 2:
    raise ImportError("this module speaks version 2 of the library's interface, the library "
                      f"{lib.rd_api_version()}")


def text_of(fill):
    """Calls fill(buffer, size) -> length, with a larger buffer if the first was too small."""
    size = 4096
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = fill(buffer, size)
        if length < size:
            return buffer.raw[:length].decode()
        size = length + 1
