"""What a user tells a coding assistant: what holds from here on is kept, what the task is about is not."""

import pytest

from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.memory import Kind
from tests.unit.remember.test_rules import extracted

LASTING = """
Always use uv, not pip, in this repository.
Port 8123 is reserved for the metrics server.
Deploys happen on Tuesdays.
Never commit directly to main.
Please don't use emojis in commit messages.
The staging database lives on db-2.internal.
We decided to use Postgres instead of MySQL.
Run the tests with make check before you push.
I prefer tabs over spaces.
Our API rate limit is 100 requests per minute.
Use pnpm for everything from now on.
We deploy from the release branch.
We use Postgres 15 in production.
Our CI runs on GitHub Actions.
The frontend is written in Svelte.
The backend runs on Python 3.12 and FastAPI.
All database access goes through the repository layer.
Every PR needs two approvals.
The API key is stored in the vault under prod/payments.
Use pytest, not unittest.
Use uv instead of pip.
Don't mock the database in tests.
Don't add comments that restate the code.
Please ask before you delete files.
Before committing, run make lint.
When you rename a function, update the changelog too.
Keep functions under 40 lines.
The nightly job starts at 02:00 UTC.
Our design docs are in docs/adr.
The main branch is protected.
The payments service belongs to Priya's team.
Feature flags are configured in flags.yaml.
The legacy importer is scheduled for removal in March.
Staging uses the same schema as production.
Logs go to Loki, not CloudWatch.
Our error budget is 0.1%.
The mobile app talks to the gateway over gRPC.
Release notes are written in German and English.
Redis is only used for rate limiting.
The customer ID format is CUST-12345.
Migrations must be reversible.
Tests live next to the code they test.
My laptop is an M2 with 16 GB of memory.
Whenever you touch the schema, regenerate the client.
Write commit messages in the imperative.
Answer in German, please.
Only use British spelling in the docs.
The demo for Acme is on Thursday.
We don't support Windows.
The retry limit is 5.
Our staging URL is https://staging.example.test.
The build takes about 12 minutes.
Node 18 is the minimum version we support.
Code review is mandatory for everything in core/.
The config file is read from ~/.config/app.toml.
Make sure every new endpoint has an OpenAPI description.
btw prod is on AWS eu-central-1, staging on Hetzner
we're on node 20
the repo is a monorepo managed with turborepo
please always write tests first
Tom owns the billing module.
Don't ever touch the files in vendor/.
our coding style: 2 spaces, no semicolons
I want you to keep answers short.
I like small commits.
Secrets are in 1Password, never in the repo.
Code freeze begins on December 18.
Prices are stored in cents.
All timestamps are UTC.
Dates use ISO 8601.
User IDs are UUIDs, not integers.
The `orders` table is partitioned by month.
Our sprint ends every second Friday.
Branch names start with the ticket number.
Anything under src/generated is written by codegen, so don't edit it by hand.
We never log personal data.
The release train leaves on the first Monday of each month.
Sentry is our error tracker.
Alex reviews everything that touches auth.
Ask me before installing new packages.
No default exports, please.
Error messages must not contain stack traces.
The VPN is needed to reach the staging cluster.
Our Kafka topics are named domain.event.v1.
The QA environment resets every night at 3am.
If you add an env var, document it in .env.example.
Comments in English only.
The public API is frozen until v3.
GPU jobs run on the box called titan.
We pay per token so keep prompts short.
I work in the Berlin timezone.
""".strip().splitlines()
OF_THE_MOMENT = """
Can you fix the bug in parser.py?
Fix the typo in the readme.
The test fails with ValueError at line 30.
The login page is broken.
Run the tests again.
Don't touch parser.py yet.
Use a dict here instead of a list.
The button should be blue.
The error is on line 42.
Add a test for the empty case.
Now rename it to load_config.
Don't worry about the tests for now.
The output is still wrong.
The second argument is None there.
The function returns 3 instead of 4.
Let's move on to the next task.
Please refactor the class so it takes a logger.
Write a script that renames all files in src/.
Use the new API in client.py.
Remove the print statement.
The server is down.
The tests are green now.
The build is still running.
Please explain what this function does.
Make the header smaller.
Keep going.
Only change the first file.
The import on top is unused.
The page takes 5 seconds to load now.
The variable is never used.
The diff is too big.
Revert the last commit.
Update the version to 2.3.1.
The CI run 8812 failed on macOS.
There is a race condition in worker.py.
The response is 404 for every user.
Commit this and push it.
Write the function in Rust.
Stop the dev server.
Avoid changing the signature of parse for now.
Use the second option.
Answer with yes or no.
The docker container exits with code 137.
All tests pass.
Every request returns 500.
The last line is missing.
Check whether the port is in use.
The log says connection refused on port 5432.
Do not commit yet.
Here is the stack trace from production.
The file is 3000 lines long.
Look at the third test in test_api.py.
looks good, ship it
can we make this faster
it still doesn't compile
try a different approach
The method is called twice.
The loop runs forever.
Add logging to the retry code.
Please don't change that.
The container uses 4 GB after an hour and gets killed.
Use the pattern from user_service.py.
The first request takes 30 seconds.
I get a 403 when I call the endpoint.
Rename foo to bar everywhere in this file.
Keep the old name for now.
The query returns duplicates.
The problem is in the mapper.
Before you continue, show me the diff.
The index is out of range.
The tests in test_auth.py need the new fixture.
The migration contains a syntax error at line 12.
Write tests for the parser.
Create a branch called fix/login.
Move the helper into utils.py.
The README says something else.
The new button goes below the form.
The package requires Python 3.9 but we have 3.8.
The cursor stays at the wrong position.
Two of the checks need a rerun.
Do it with async instead.
The value goes negative.
Don't print anything.
Check the logs of the worker pod.
Open a PR for this.
After that, update the docs.
The merge conflict is in package-lock.json.
My last message was cut off.
Use const instead of let in that file.
The screenshot shows the old header.
The job that ran at 10:32 uses the wrong image.
Put the new tests in tests/unit/test_cache.py.
""".strip().splitlines()


def told(sentence: str) -> list[MemoryDraft]:
    return list(extracted((None, sentence), ("assistant", "OK.")).drafts)


@pytest.mark.parametrize("sentence", LASTING)
def test_what_holds_beyond_the_task_is_kept(sentence: str) -> None:
    assert told(sentence)


@pytest.mark.parametrize("sentence", OF_THE_MOMENT)
def test_what_is_of_the_moment_is_not(sentence: str) -> None:
    assert told(sentence) == []


def test_a_standing_order_is_a_preference_and_how_things_stand_a_fact() -> None:
    assert [(d.kind, d.text) for d in told("Please run the tests before you push.")] == [
        (Kind.PREFERENCE, "The user wants you to run the tests before you push.")
    ]
    assert [(d.kind, d.text) for d in told("Our logs are shipped to Loki by Vector.")] == [
        (Kind.FACT, "The user's logs are shipped to Loki by Vector.")
    ]


def test_the_user_is_written_small_inside_a_sentence() -> None:
    assert [d.text for d in told("Node 18 is the minimum version we support.")] == [
        "Node 18 is the minimum version the user supports."
    ]


def test_people_among_themselves_give_no_orders() -> None:
    said = ("Use uv instead of pip.", "All timestamps are UTC.")
    assert not extracted(("Ana", said[0]), ("Ben", said[1])).drafts


def test_a_name_that_somebody_wants_is_told_in_plain_words() -> None:
    assert [draft.text for draft in told("From now on call me Max.")] == ["The user wants to be called Max."]
