"""A program as a language model: prompt on standard input, answer on output."""

import sys

import pytest

from quaidpy.domain.models.prompting import Request
from quaidpy.errors import ModelError, SettingsError
from quaidpy.models.language.command import CommandModel


def program(code: str) -> CommandModel:
    return CommandModel(f'{sys.executable} -c "{code}"')


def test_it_reads_the_prompt_and_its_output_is_the_answer(request_: Request) -> None:
    reply = program("import sys; print(sys.stdin.read().upper())").complete(request_, timeout_s=30)
    assert "WHAT IS THE CAPITAL OF PORTUGAL?" in reply.text
    assert "YOU ANSWER." in reply.text
    assert (reply.spending.calls, reply.spending.estimated) == (1, 1)


def test_a_schema_is_told_in_words() -> None:
    asked = Request(system="s", user="u", max_tokens=9, schema={"type": "object"})
    assert (
        '{"type": "object"}'
        in program("import sys; print(sys.stdin.read())").complete(asked, timeout_s=30).text
    )


def test_a_program_that_hangs_is_ended_with_its_children(request_: Request) -> None:
    model = program("import subprocess; subprocess.run(['sleep', '60'])")
    with pytest.raises(ModelError, match="did not answer within") as failure:
        model.complete(request_, timeout_s=0.5)
    assert failure.value.retryable


def test_a_program_that_fails_says_why(request_: Request) -> None:
    with pytest.raises(ModelError, match="code 3: no key"):
        program("import sys; print('no key', file=sys.stderr); sys.exit(3)").complete(request_, timeout_s=30)


def test_a_program_that_does_not_exist_or_says_nothing_is_a_failure(request_: Request) -> None:
    with pytest.raises(ModelError, match="cannot be started"):
        CommandModel("no-such-program-anywhere").complete(request_, timeout_s=30)
    with pytest.raises(ModelError, match="printed nothing"):
        program("pass").complete(request_, timeout_s=30)


def test_a_command_that_cannot_be_read_is_a_wrong_setting() -> None:
    with pytest.raises(SettingsError):
        CommandModel('llm "unclosed')
