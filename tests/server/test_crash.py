"""kill -9 during play: nothing acknowledged is lost or doubled (longer: crash.py)."""
import crash
from program import main


def test_kills():
    """ten kills in mid-game: what clients had acknowledged is what the records hold"""
    ledger = crash.run(10, 7)
    assert ledger.kills == 10 and ledger.acked > 20, vars(ledger)
    assert (ledger.lost, ledger.doubled) == (0, 0), vars(ledger)


def test_ledger_can_fail():
    """the ledger sees an answer that is missing, one too many, and one that differs"""
    lines = ['{"record":"x"}'] + [json_line(n % 2, [n]) for n in range(6)]
    good = {0: [[0], [2], [4]], 1: [[1], [3], [5]]}
    for record, lost, doubled in ((lines, 0, 0), (lines[:-1], 1, 0), (lines + [lines[1]], 0, 1),
                                  (lines[:1] + [json_line(0, [9])] + lines[2:], 1, 0)):
        ledger = crash.Ledger()
        ledger.check(good, "\n".join(record).encode())
        assert (ledger.lost, ledger.doubled) == (lost, doubled), (record, vars(ledger))


def json_line(actor, picks):
    return f'{{"n":1,"actor":{actor},"picks":{picks}}}'


main(globals())
