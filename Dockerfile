# hotelctl in a container: one command for each run, without a browser or a keychain.
#
#   docker build --tag hotelctl .
#   docker run --rm --read-only --tmpfs /tmp \
#     --env HOTELCTL_BASE_URL --env HOTELCTL_AUTH_URL --env HOTELCTL_CLIENT_ID --env HOTELCTL_CLIENT_SECRET \
#     --env HOTELCTL_REFRESH_TOKEN_FILE=/run/secrets/hotelctl-refresh-token \
#     --volume "$PWD/refresh-token:/run/secrets/hotelctl-refresh-token:ro" --volume "$PWD/exports:/exports" \
#     hotelctl reports room-nights --property MUC --period last-month --output /exports/room-nights.csv
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --silent --pack-destination /tmp \
  && npm install --global --ignore-scripts --prefix /opt/hotelctl /tmp/hotelctl-*.tgz

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
COPY --from=build /opt/hotelctl /opt/hotelctl
# Nothing is stored in the container: tokens come from the environment or from a mounted file, and the state folder is
# a volume or a tmpfs, so that the root file system can be read-only.
ENV PATH=/opt/hotelctl/bin:$PATH \
  HOTELCTL_CREDENTIAL_STORE=env \
  HOTELCTL_CONFIG_DIR=/tmp/hotelctl/config \
  HOTELCTL_STATE_DIR=/tmp/hotelctl/state \
  HOTELCTL_DATA_DIR=/exports/data
# The user node, as a number: Kubernetes refuses a name when runAsNonRoot is set.
USER 1000:1000
WORKDIR /exports
ENTRYPOINT ["hotelctl"]
CMD ["--help"]
