# docker run --rm -v "$PWD:/assets:ro" a3dlint check /assets
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make zlib1g-dev && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN make -C /src DEPS=0 install PREFIX=/usr DESTDIR=/out

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /
USER nobody
WORKDIR /assets
ENTRYPOINT ["a3dlint"]
