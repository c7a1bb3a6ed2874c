"""The yardsticks every other figure is compared with."""
import pytest

from arknova_fast.search import timing

ROUNDS = {"draw": 100_000, "scan": 5_000, "copy": 5_000}


@pytest.mark.benchmark(group="yardsticks", max_time=0.3)
@pytest.mark.parametrize("part", timing.CALIBRATIONS)
def test_calibration(part, each):
    wanted = timing.calibrate(part, ROUNDS[part])[1]
    assert each(timing.calibrate, ROUNDS[part], part, ROUNDS[part])[1] == wanted


@pytest.mark.benchmark(group="yardsticks", max_time=0.3)
def test_shape_model(each):
    wanted = timing.shape_model(100)
    # What the model was made to show: about 600 choices in 200 turns, 6 to 7 options each.
    assert 550 < wanted["choices"] / 100 < 650
    assert 6 < wanted["options"] / wanted["choices"] < 7
    assert each(timing.shape_model, wanted["choices"], 100)["check"] == wanted["check"]
