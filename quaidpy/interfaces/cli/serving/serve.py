"""Is there a server, and how is it started, asked and ended?"""

from typing import TYPE_CHECKING, Any, Literal

import click

from quaidpy.errors import NotFoundError, ServerError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from pathlib import Path

    from quaidpy.interfaces.server.commands import AboveServer
    from quaidpy.interfaces.shared.agents import SharedAgents

_STOP_WITHIN_S = 60.0


@click.group(cls=QuaidGroup, invoke_without_command=True)
@click.option(
    "--http", "http", metavar="HOST:PORT", help="Serve many owners there, by tokens (`quaid token`)."
)
@click.option("--tls-cert", type=click.Path(), metavar="FILE", help="With --http: its certificate, PEM.")
@click.option("--tls-key", type=click.Path(), metavar="FILE", help="With --http: the certificate's key, PEM.")
@click.option("--behind-proxy", is_flag=True, help="With --http: a proxy before it does TLS.")
@click.option(
    "--metrics", metavar="HOST:PORT", help="With --http: figures for Prometheus there, without a token."
)
@click.option("--log-format", type=click.Choice(["text", "json"]), help="With --http: the lines of its log.")
@click.pass_context
def serve(ctx: click.Context, /, http: str | None, **more: Any) -> None:
    """Serve this home: until Ctrl-C here, or in the background.

    One process keeps database, graph and model warm; commands, hooks and agents ask it. They start it by themselves
    (`quaid config get server.use`), and it leaves when nobody has asked for a while. With --http it serves many owners
    over a network, and stays (docs/serving.md).
    """
    if http is None and any(more.values()):
        given = ", ".join(f"--{name.replace('_', '-')}" for name, value in more.items() if value)
        raise click.UsageError(f"{given} goes with --http HOST:PORT")
    if ctx.invoked_subcommand is not None:
        if http is not None:
            raise click.UsageError(f"--http serves; leave out `{ctx.invoked_subcommand}`")
        return
    session = ctx.ensure_object(Session)
    if http is None:
        _serve_here(session)
    else:
        _serve_many(session, http, **more)


@serve.command(cls=QuaidCommand)
@click.pass_obj
def start(session: Session) -> None:
    """Start it in the background and wait until it answers."""
    document = _client(session, may_start=True).call("GET", "/v1/health")
    session.answer(document, lambda: click.echo(_sentence(document)))


@serve.command(cls=QuaidCommand)
@click.pass_obj
def status(session: Session) -> int:
    """Say whether one runs: exit code 0 when it does, 3 when not."""
    client = _client(session, may_start=False)
    if not client.is_there():
        home = session.settings.home
        document: dict[str, Any] = {"status": "none", "home": str(home)}
        told = _held_by_another(home) or f"no server runs for {short_path(home)}"
        session.answer(document, lambda: click.echo(told))
        return NotFoundError.exit_code
    document = client.call("GET", "/v1/health")
    session.answer(document, lambda: click.echo(_sentence(document)))
    return 0


@serve.command(cls=QuaidCommand)
@click.pass_obj
def stop(session: Session) -> None:
    """Ask it to finish what it does and leave."""
    from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave

    pid = ask_to_leave(str(session.settings.home), within_s=_STOP_WITHIN_S)
    if pid is None and (told := _held_by_another(session.settings.home)):
        raise ServerError(f"{told}; end that where it was started (Ctrl-C, SIGTERM)")
    document = {"stopped": pid is not None, "pid": pid}
    told = f"the server (process {pid}) has left" if pid is not None else "no server runs"
    session.answer(document, lambda: click.echo(told))


@serve.command(cls=QuaidCommand)
@click.option("--lines", "-n", type=click.IntRange(1), default=40, show_default=True, help="How many.")
@click.pass_obj
def logs(session: Session, lines: int) -> None:
    """Print the end of its log."""
    from quaidpy.interfaces.server_address import LOG

    path = session.settings.home / LOG
    if not path.exists():
        raise NotFoundError(f"no log in {short_path(session.settings.home)}; a server has not run there yet")
    found = path.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:]
    session.answer({"log": str(path), "lines": found}, lambda: click.echo("\n".join(found)))


@click.command(cls=QuaidCommand)
@click.pass_obj
def mcp(session: Session) -> int:
    """Speak the Model Context Protocol on stdin and stdout, for agents.

    As in `claude mcp add quaid -- quaid mcp`. It carries messages to the server of this home, which it starts when none
    runs. Over HTTP: /mcp at `server.port`, with the token of server.json as bearer.
    """
    from quaidpy.interfaces.mcp_bridge import run

    return run(str(session.settings.home), owner=session.owner, agent=session.settings.agent)


def _serve_here(session: Session) -> None:
    from quaidpy.interfaces.starting import serve as serve_here

    home = session.settings.home

    def tell(where: str) -> None:
        session.hint(f"serving {short_path(home)} at {where}; Ctrl-C ends it")

    if not serve_here(str(home), above=_above, opened=tell):
        raise ServerError(f"another server serves {short_path(home)}; `quaid serve status` tells of it")


def _serve_many(
    session: Session,
    http: str,
    *,
    tls_cert: str | None,
    tls_key: str | None,
    behind_proxy: bool,
    metrics: str | None,
    log_format: Literal["text", "json"] | None,
) -> None:
    from quaidpy.interfaces.shared.listening import Certificate, place_named, require_safe
    from quaidpy.interfaces.shared.process import Offer, serve_shared

    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together")
    certificate = Certificate(session.path(tls_cert), session.path(tls_key)) if tls_cert and tls_key else None
    place = place_named(http)
    require_safe(place, certificate=certificate, is_behind_proxy=behind_proxy)
    home = session.settings.home
    offer = Offer(
        place=place,
        load_agents=_load_shared_agents,
        certificate=certificate,
        metrics=place_named(metrics) if metrics else None,
        log_format=log_format or "text",
    )

    def tell(where: str) -> None:
        if offer.log_format == "text":  # else each line is JSON
            told = f"serving all owners of {short_path(home)} at {where}"
            session.hint(f"{told}; `quaid token create` lets somebody in")

    serve_shared(str(home), offer, opened=tell)


def _load_shared_agents() -> "type[SharedAgents]":
    from quaidpy.interfaces.shared.agents import SharedAgents

    return SharedAgents


def _held_by_another(home: "Path") -> str:
    """Of a home whose server answers no commands: that it is not free; empty where it is."""
    from quaidpy.home.ownership import is_owned

    who = "`quaid serve --http`, or a server that is coming up"
    return f"{short_path(home)} is held by {who}, which takes no commands" if is_owned(str(home)) else ""


def _above() -> "AboveServer":
    from quaidpy.interfaces.cli.serving import for_clients

    return for_clients


def _client(session: Session, *, may_start: bool) -> Any:
    from quaidpy.interfaces.client import Client

    return Client(str(session.settings.home), may_start=may_start)


def _sentence(document: dict[str, Any]) -> str:
    return (
        f"quaidpy {document['version']} serves {document['home']} as process {document['pid']} since"
        f" {document['uptime_s']:.0f} s; {document['calls']} calls answered, idle for {document['idle_s']:.0f} s"
    )
