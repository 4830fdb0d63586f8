# syntax=docker/dockerfile:1
# One image: the executable on a base with the C library and, for runbooks, a small shell. Bases are pinned by digest, Bun
# by its checksum in bun.lock. Newer bases: docker buildx imagetools inspect NAME:TAG
FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS base

FROM base AS bun-amd64
ADD https://registry.npmjs.org/@oven/bun-linux-x64/-/bun-linux-x64-1.4.5.tgz /bun.tgz

FROM base AS bun-arm64
ADD https://registry.npmjs.org/@oven/bun-linux-aarch64/-/bun-linux-aarch64-1.4.5.tgz /bun.tgz

FROM bun-${TARGETARCH:-amd64} AS bun
COPY bun.lock /bun.lock
RUN checksum=$(sha512sum /bun.tgz | cut -c1-128 | tr a-f A-F | basenc --base16 -d | base64 -w0) \
  && grep -qF "\"sha512-$checksum\"" /bun.lock \
  && tar -xzf /bun.tgz -C /usr/local --strip-components=1 package/bin/bun

FROM bun AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --ignore-scripts
COPY . .
# Pages show these settings: with other ones at run time the first start builds them again, into DATA_DIR.
ARG PUBLIC_URL BRAND_NAME CONTACT_EMAIL POSTAL_ADDRESS
RUN bun src/server/build.ts --executable
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin rihla \
  && install -d -o rihla -g rihla -m 700 /data

FROM gcr.io/distroless/cc-debian13:debug-nonroot@sha256:f525a9a37aed3e8a848f46cfe055999782d66ed797e9e2886928c8caaaa4fc52
COPY --from=build /etc/passwd /etc/group /etc/
COPY --from=build --chown=10001 /data /data
COPY --from=build /app/dist/rihla /usr/local/bin/rihla
ENV PATH=/usr/local/bin:/usr/bin:/bin:/busybox HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER rihla
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=12 CMD ["/busybox/sh", "-c", "wget -q -O /dev/null http://127.0.0.1:$PORT/readyz"]
ENTRYPOINT ["rihla"]
CMD ["serve"]
