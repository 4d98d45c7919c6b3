"""Is there a server that answers this command line? Then nothing but a socket is loaded here.

The entry of `quaid`. Any other way it is the command line of interfaces.cli, in this process.
"""

import os
import sys

from quaidpy.interfaces.standard_streams import leave, mend_streams


def run() -> None:
    """The entry of the `quaid` script. Ends the process."""
    mend_streams()
    if sys.argv[1:2] == ["hook"] and not {"-h", "--help"} & set(sys.argv):
        from quaidpy.interfaces.hooks.forwarding import run as run_hook

        sys.exit(run_hook(sys.argv[2:]))
    from quaidpy.interfaces.command_lines import answered, home_of, is_bridge, value_of

    if is_bridge(sys.argv[1:]):
        from quaidpy.interfaces.mcp_bridge import run as carry

        owner = value_of("--owner", sys.argv[1:]) or os.environ.get("QUAID_OWNER") or None
        agent = value_of("--agent", sys.argv[1:]) or os.environ.get("QUAID_AGENT") or None
        sys.exit(carry(home_of(sys.argv[1:]), owner=owner, agent=agent))
    code = answered(sys.argv[1:])
    if code is not None:
        leave(code)
    from quaidpy.interfaces.cli.main import run as run_here

    run_here()
