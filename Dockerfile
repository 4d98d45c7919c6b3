# quaidpy in a container: `docker build -t quaidpy .`, then `docker run --rm -v quaid:/memory quaidpy doctor`.
# An agent speaks to it by `docker run --rm -i -v quaid:/memory quaidpy mcp`. A server for many owners: docs/serving.md.
# Extras, as for memory on a PostgreSQL server: `docker build --build-arg EXTRAS=postgres -t quaidpy .`
ARG PYTHON=3.13
FROM python:${PYTHON}-slim AS build
ARG EXTRAS=
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/quaid \
 && /opt/quaid/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY . .
RUN /opt/quaid/bin/pip install --no-cache-dir --no-deps . \
 && { test -z "${EXTRAS}" || /opt/quaid/bin/pip install --no-cache-dir ".[${EXTRAS}]"; }

FROM python:${PYTHON}-slim
RUN useradd --create-home --uid 1000 quaid \
 && install -d -o quaid -g quaid -m 700 /memory
COPY --from=build /opt/quaid /opt/quaid
# A container ends with its command, so no command leaves a server behind.
ENV PATH=/opt/quaid/bin:$PATH QUAID_HOME=/memory QUAID_SERVER=never PYTHONUNBUFFERED=1
USER 1000:1000
WORKDIR /home/quaid
VOLUME /memory
# Of a container that serves many owners, at the port of docs/serving.md; any other is as well as its command.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ! grep -qxz -e --http /proc/1/cmdline || python -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/healthz', timeout=4)"
ENTRYPOINT ["quaid"]
CMD ["--help"]
