"""How does an error read over HTTP? One JSON form for all, and the status that fits."""

from starlette.requests import Request
from starlette.responses import JSONResponse

from quaidpy.errors import (
    BusyError,
    ConflictError,
    DegradedError,
    ForbiddenError,
    ModelError,
    NotFoundError,
    QuaidError,
    ServerError,
    UnreadableError,
    UsageError,
    kind_of,
)

_STATUS: tuple[tuple[type[QuaidError], int], ...] = (
    (NotFoundError, 404),
    (UnreadableError, 422),
    (ForbiddenError, 403),
    (UsageError, 400),
    (ConflictError, 409),
    (BusyError, 503),
    (DegradedError, 424),
    (ServerError, 503),
    (ModelError, 502),
)


def error_response(status: int, kind: str, message: str, exit_code: int = 2) -> JSONResponse:
    return JSONResponse(
        {"error": {"kind": kind, "message": message, "exit_code": exit_code}}, status_code=status
    )


def refused(error: QuaidError) -> JSONResponse:
    """The answer that tells of an error of ours."""
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    return error_response(status, kind_of(error), str(error), error.exit_code)


async def on_quaid_error(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, QuaidError)
    return refused(error)


async def on_wrong_address(request: Request, error: Exception) -> JSONResponse:
    """No such path, or not with this method."""
    status = getattr(error, "status_code", 404)
    what = "cannot be asked this way" if status == 405 else "is no address here; /openapi.json lists them"
    response = error_response(status, "usage", f"{request.method} {request.url.path} {what}")
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


async def on_fault(request: Request, error: Exception) -> JSONResponse:
    """A fault of the server itself; its log has the whole of it."""
    del request
    message = f"the server failed ({type(error).__name__}); `quaid serve logs` shows where"
    return error_response(500, "server", message, 13)
