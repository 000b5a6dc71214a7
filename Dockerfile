# Debian 13 has the client programs of PostgreSQL 17, which backups of compose's database need.
FROM python:3.11.14-slim-trixie

RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client curl \
    && rm -rf /var/lib/apt/lists/* \
    && pip install --no-cache-dir uv==0.13.9 \
    && useradd --system --create-home igo

WORKDIR /app
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --all-extras --no-cache --compile-bytecode
ENV PATH="/app/.venv/bin:$PATH" \
    IGO_BOOTSTRAPPED=1 \
    IGO_DATA_DIR=/data \
    IGO_STATIC_ROOT=/app/staticfiles \
    PYTHONUNBUFFERED=1
COPY . .
RUN mkdir -p /data /backups \
    && python -m compileall -q -x '\.venv' . \
    && python manage.py compile_translations \
    && python manage.py collectstatic --noinput -v0 \
    && rm -f /data/secret_key \
    && chown -R igo /data /backups /app/staticfiles
USER igo
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0"]
