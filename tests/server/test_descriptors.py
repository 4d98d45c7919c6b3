"""A server that a command leaves running holds nothing of the command's caller."""

import os
import sys
from pathlib import Path

import pytest

from quaidpy.interfaces import client


@pytest.mark.skipif(sys.platform == "win32", reason="Windows hands nothing on unless asked to")
def test_what_a_caller_left_open_is_known_and_our_own_files_are_not(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as handed_on, (tmp_path / "own").open("w") as own:
        os.set_inheritable(handed_on.fileno(), True)
        found = client._inherited()
        assert handed_on.fileno() in found
        assert own.fileno() not in found
