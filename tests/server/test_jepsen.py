"""Faults under load with several processes: nothing is lost, doubled or reordered (jepsen.py)."""
import json

import jepsen
from program import main


def test_faults():
    """ten faults under load: 0 lost, 0 doubled, 0 reordered; tables go on within 5 s"""
    verdict, chaos = jepsen.run(10, 5, tables=4)
    assert sum(chaos.counts.values()) == 10 and verdict.acked > 100, vars(verdict)
    assert verdict.is_clean(), vars(verdict)
    assert jepsen.quantile([t for _, t in chaos.recovery], 0.99) < 5, chaos.recovery
    assert verdict.resent > 0, "no fault hit anything"


def test_checker_can_fail():
    """the checker sees what is lost, doubled, reordered, changed, and what nobody sent"""
    deeds = [jepsen.Deed("act", {"picks": [n]}) for n in range(4)]
    for d in deeds:
        d.sends, d.acked = 1, 1.0
    lines = [json.dumps({"t": "did", "say": {"t": "act", "id": d.id, **d.fields}}) for d in deeds]
    strange = json.dumps({"t": "did", "say": {"t": "act", "id": "x"}})
    changed = lines[3].replace("[3]", "[9]")
    for log, fault in ((lines, None), (['{"t":"opened"}', *lines], None), (lines[:3], "lost"),
                       (lines + lines[1:2], "doubled"),
                       ([lines[1], lines[0], *lines[2:]], "reordered"),
                       ([*lines[:3], changed], "changed"), ([*lines, strange], "strange")):
        verdict = jepsen.Verdict()
        verdict.check([deeds], log)
        faults = [name for name in ("lost", "doubled", "reordered", "changed", "strange")
                  if getattr(verdict, name)]
        assert faults == ([fault] if fault else []), (log, vars(verdict))
    # What was never acknowledged may be there or not.
    deeds[3].acked = None
    for log in (lines, lines[:3]):
        verdict = jepsen.Verdict()
        verdict.check([deeds], log)
        assert verdict.is_clean() and verdict.acked == 3


main(globals())
