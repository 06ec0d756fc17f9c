"""One line: what is accepted, refused, missing."""

import json
from datetime import datetime, timezone

import pytest
from conftest import line

from dualcam import LineError, parse_line


def parse(value, **more):
    return parse_line(json.dumps(value).encode(), **more)


def test_all_values_arrive():
    taken = parse(line(5, hint="Level it", still=True, glass="opaque", controls=[{"camera": "primary", "name": "gain", "value": 64}]))
    assert (taken.index, taken.file, taken.composer, taken.skew_us, taken.hint) == (5, "000005.jpg", "splice", 5, "Level it")
    assert (taken.still, taken.deleted, taken.lost, taken.recovered, taken.glass) == (True, False, False, False, "opaque")
    assert taken.mcus == {"copied": 5, "kept": 6} and taken.stages_ms == {"decode": 1.25, "encode": 2.5}
    camera = taken.camera("secondary")
    assert (camera.sequence, camera.gap, camera.timestamp_ns, camera.clock, camera.bytes) == (51, 2, 165_000_007, "monotonic", 10)
    assert camera.flags == ("damaged", "repeated") and camera.zoom == 1.0
    guides = taken.guides_of("primary")
    assert (guides.horizon.angle_deg, guides.horizon.low_deg, guides.horizon.high_deg) == (0.625, -0.375, 1.625)
    assert (guides.subject.power_point, guides.subject.distance, guides.silhouette) == (2, 0.125, None)
    assert (taken.controls[0].name, taken.controls[0].value) == ("gain", 64)


def test_several_subjects_arrive_in_order():
    value = line(5)
    assert parse(value).guides_of("primary").subjects == ()
    box = {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.5, "path": "M0.1 0.2Z"}
    value["hud"][0]["subjects"] = [{"id": 3, **box}, {"id": 1, **box, "x": 0.6}]
    first, second = parse(value).guides_of("primary").subjects
    assert (first.id, first.x, first.height, first.path) == (3, 0.1, 0.5, "M0.1 0.2Z")
    assert (second.id, second.x) == (1, 0.6)


def test_missing_is_none():
    taken = parse({"index": 0})
    assert taken.file is taken.skew_us is taken.latency_ms is taken.hint is taken.utc_error_us is taken.bytes is None
    assert taken.cameras == taken.guides == taken.controls == taken.values == () and taken.stages_ms == {} == taken.mcus
    lost = parse({"index": 1, "cameras": [{"id": "primary", "state": "lost", "flags": []}]}).camera("primary")
    assert lost.sequence is lost.gap is lost.timestamp_ns is lost.clock is lost.utc_ns is lost.utc is lost.bytes is None
    with pytest.raises(KeyError):
        taken.camera("primary")


def test_wall_clock():
    value = line(1, utcErrorUs=1520, utcStepUs=-3_600_000_000)
    value["cameras"][0]["utc"] = "2026-11-24T06:37:05.123456Z"
    value["cameras"][1]["utc"] = "1969-12-31T23:59:59.999999999Z"
    taken = parse(value)
    assert (taken.utc_error_us, taken.utc_step_us) == (1520, -3_600_000_000)
    first, second = taken.cameras
    assert first.utc == datetime(2026, 11, 24, 6, 37, 5, 123456, timezone.utc) and first.utc_ns == 1_795_502_225_123_456_000
    assert second.utc_ns == -1 and second.utc == datetime(1969, 12, 31, 23, 59, 59, 999999, timezone.utc)


def test_unknown_keys_are_kept_and_ignored():
    value = line(2, future={"deep": [1, {"a": None}]})
    value["cameras"][0]["thermal"] = 1
    value["hud"][0]["gaze"] = {"x": 1}
    taken = parse(value)
    assert taken.raw == value and taken.camera("primary").sequence == 20


@pytest.mark.parametrize(("data", "why"), [
    (b"", "no JSON"), (b"\n", "no JSON"), (b"[1]", "no JSON object"), (b"null", "no JSON object"), (b'{"index":1', "no JSON"),
    (b'{"index":1}{"index":2}', "no JSON"), (b"\xff\xfe{}", "not UTF-8"), (b"\x00" * 9, "no JSON"), (b"[" * 100_000, "nested"),
    (b'{"index":NaN}', "NaN"), (b'{"index":1,"latencyMs":Infinity}', "Infinity"), (b'{"index":1,"latencyMs":1e999}', "too large"),
    (b'{"index":1,"latencyMs":1' + b"0" * 400 + b"}", "too large"), (b'{"index":1,"skewUs":' + b"9" * 5000 + b"}", "too many digits"),
    (b'{"index":1,"skewUs":9223372036854775808}', "64 bits"), (b'{"index":1,"skewUs":1.5}', "whole number"),
    (b'{"index":true}', "whole number"), (b'{"index":"1"}', "whole number"), (b'{"index":-1}', "picture's number"),
    (b'{"index":1000000000000000000}', "picture's number"), (b"{}", "missing"), (b'{"index":1,"file":7}', "string"),
    (b'{"index":1,"file":"000002.jpg"}', "instead of"), (b'{"index":1,"file":"../000001.jpg"}', "instead of"),
    (b'{"index":1,"hint":"\\ud800"}', "half a character"), (b'{"index":1,"deleted":1}', "neither"),
    (b'{"index":1,"cameras":{}}', "array"), (b'{"index":1,"cameras":[1]}', "array"), (b'{"index":1,"cameras":[{"id":"a"}]}', "missing"),
    (b'{"index":1,"cameras":[{"id":"a","state":"live"},{"id":"a","state":"live"}]}', "twice"),
    (b'{"index":1,"cameras":[{"id":"a","state":"live","flags":"x"}]}', "flags"),
    (b'{"index":1,"cameras":[{"id":"a","state":"live","utc":"yesterday"}]}', "time in UTC"),
    (b'{"index":1,"cameras":[{"id":"a","state":"live","utc":"2026-02-30T00:00:00Z"}]}', "isn't a time"),
    (b'{"index":1,"cameras":[{"id":"a","state":"live","utc":"9999-01-01T00:00:00Z"}]}', "outside"),
    (b'{"index":1,"hud":[{"camera":"a","horizon":{"interval90":[1]}}]}', "pair"),
    (b'{"index":1,"hud":[{"camera":"a","subject":{"eyes":{"x":0.5}}}]}', "place"),
    (b'{"index":1,"hud":[{"camera":"a","subjects":{}}]}', "array"), (b'{"index":1,"hud":[{"camera":"a","subjects":[{"id":1.5}]}]}', "whole"),
    (b'{"index":1,"hud":[{"camera":"a","horizon":3}]}', "object"), (b'{"index":1,"stagesMs":{"ink":"x"}}', "number"),
    (b'{"index":1,"controls":[{"camera":"a","name":"g","value":1},{"camera":"a","name":"g","value":2}]}', "twice"),
    (b'{"index":1,"values":[{"name":"a","ageMs":1},{"name":"a","ageMs":1}]}', "twice"),
])
def test_garbage_is_refused_with_a_reason(data, why):
    with pytest.raises(LineError, match=why):
        parse_line(data)


def test_a_recordings_line_needs_a_file():
    assert parse({"index": 3}).file is None
    with pytest.raises(LineError, match="“file” is missing"):
        parse({"index": 3}, needs_file=True)


def test_largest_numbers_arrive_exactly():
    taken = parse({"index": 10**18 - 1, "file": f"{10**18 - 1}.jpg", "skewUs": 2**63 - 1, "utcStepUs": -(2**63 - 1)})
    assert (taken.index, taken.skew_us, taken.utc_step_us) == (10**18 - 1, 2**63 - 1, -(2**63 - 1))
