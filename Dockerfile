# quaidpy in a container: `docker build -t quaidpy .`, then `docker run --rm -v quaid:/memory quaidpy doctor`.
# An agent speaks to it by `docker run --rm -i -v quaid:/memory quaidpy mcp`. More in docs/start.md.
ARG PYTHON=3.13
FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/quaid \
 && /opt/quaid/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY . .
RUN /opt/quaid/bin/pip install --no-cache-dir --no-deps .

FROM python:${PYTHON}-slim
RUN useradd --create-home --uid 1000 quaid \
 && install -d -o quaid -g quaid -m 700 /memory
COPY --from=build /opt/quaid /opt/quaid
# A container ends with its command, so no command leaves a server behind.
ENV PATH=/opt/quaid/bin:$PATH QUAID_HOME=/memory QUAID_SERVER=never PYTHONUNBUFFERED=1
USER 1000:1000
WORKDIR /home/quaid
VOLUME /memory
ENTRYPOINT ["quaid"]
CMD ["--help"]
