"""What does a process that moves a home do until it is killed?"""

import os
import signal
from pathlib import Path

from quaidpy.settings import load_settings
from quaidpy.wiring.moving import move_home


def move_until(home: Path, url: str, work: str, rows: int) -> None:
    """Dies when so many rows of this work are done."""

    def die(told: str, done: int, _total: int) -> None:
        if (told, done) == (work, rows):
            os.kill(os.getpid(), signal.SIGKILL)

    move_home(load_settings(home=home), url, die)
