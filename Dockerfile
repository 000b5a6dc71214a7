# Images have exact versions. `docker buildx imagetools inspect IMAGE` prints a digest; renovate.json pins the digests
# (docker:pinDigests) at its first run.
FROM python:3.13.13-slim-trixie@sha256:aa938a849bcb82dce8f49480f056ab82bf5c1c3ebc294f0430f37b6820e7f286 AS build

RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /app
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --all-extras --no-cache --compile-bytecode
ENV PATH="/app/.venv/bin:$PATH" \
    IGO_BOOTSTRAPPED=1 \
    IGO_DATA_DIR=/tmp/data \
    IGO_STATIC_ROOT=/app/staticfiles
COPY . .
RUN python -m compileall -q -x '\.venv' . \
    && python manage.py compile_translations \
    && python manage.py collectstatic --noinput -v0

# The image without build tools. Share cards need the fonts. Debian 13 has the PostgreSQL 17 client programs, which backups
# of compose's database need.
FROM python:3.13.13-slim-trixie@sha256:aa938a849bcb82dce8f49480f056ab82bf5c1c3ebc294f0430f37b6820e7f286

RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client curl fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 999 igo \
    && useradd --system --uid 999 --gid igo --create-home igo \
    && install -d -o igo -g igo /data /backups

WORKDIR /app
ENV PATH="/app/.venv/bin:$PATH" \
    IGO_BOOTSTRAPPED=1 \
    IGO_DATA_DIR=/data \
    IGO_STATIC_ROOT=/app/staticfiles \
    PYTHONUNBUFFERED=1
COPY --from=build /app /app
RUN chown -R igo:igo /app/staticfiles
# The uid of igo, the same as in earlier images: a cluster can verify that it is not root.
USER 999:999
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0"]
