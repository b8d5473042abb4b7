"""A plugin of pytest for the suite: a failing example is not made smaller, which takes minutes each."""
import pytest
from hypothesis import Phase, settings


@pytest.fixture
def json_metadata(): return {}


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("no-shrink", settings.get_profile("array-api-tests"), phases=phases, database=None)
    settings.load_profile("no-shrink")
