import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { skipLine } from "../e2e/harness/suite.ts";
import packageFile from "../package.json" with { type: "json" };
import { SETTING_NAMES } from "./env.ts";
import { FILES, MODULES } from "./server/build.ts";

const ROOT = resolve(import.meta.dir, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Service {
  readonly image?: string;
  readonly build?: { readonly dockerfile_inline?: string };
  readonly command?: string | readonly string[];
  readonly profiles?: readonly string[];
  readonly logging?: { readonly options: { readonly "max-size": string; readonly "max-file": string } };
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = Bun.YAML.parse(read("compose.yaml")) as Compose;
const PINNED = /@sha256:[0-9a-f]{64}$/;

test("every image is pinned by its digest, and Bun by the checksum of its version in the lock file", () => {
  const dockerfile = read("Dockerfile");
  const services = Object.values(compose.services);
  const inline = services.map(({ build }) => build?.dockerfile_inline ?? "").join("");
  const stages = new Set([...dockerfile.matchAll(/ AS ([\w-]+)$/gm)].map(([, name]) => name));
  const foreign = [...(dockerfile + inline).matchAll(/^FROM (\S+)/gm)]
    .map(([, image = ""]) => image)
    .filter((image) => !stages.has(image) && !image.startsWith("bun-$"));
  const images = services.flatMap(({ image }) => image ?? []);
  expect([foreign.length, images.length]).toEqual([3, 2]);
  expect([...foreign, ...images].filter((image) => !PINNED.test(image))).toEqual([]);
  const versions = [...dockerfile.matchAll(/\/-\/(bun-linux-\w+)-([\d.]+)\.tgz/g)];
  expect(versions.map(([, , version]) => version)).toEqual(Array(2).fill(packageFile.devDependencies.bun));
  for (const [, name, version] of versions) expect(read("bun.lock")).toContain(`"@oven/${name}@${version}"`);
});

test("the image is the executable for a user without rights, and its health check follows PORT", () => {
  const dockerfile = read("Dockerfile");
  const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(image).toMatch(/^USER rihla$/m);
  expect(image).toMatch(/^HEALTHCHECK .*127\.0\.0\.1:\$PORT\/readyz/m);
  expect([...image.matchAll(/^COPY .*?(\S+)$/gm)].map(([, to]) => to)).toEqual([
    "/etc/",
    "/data",
    "/usr/local/bin/rihla",
  ]);
  expect(image).toContain('ENTRYPOINT ["rihla"]\nCMD ["serve"]');
  expect(dockerfile).toContain("--production");
  const ignored = read(".dockerignore").split("\n");
  expect(
    ["e2e", "**/*.test.ts", "src/testing", ".env*", "secrets"].filter((each) => !ignored.includes(each)),
  ).toEqual([]);
});

test("nothing that the executable is made of is left out of the build of the image", async () => {
  const ignored = read(".dockerignore").split("\n");
  const left = ignored.filter((each) => /^[^!#]/.test(each));
  const isIgnored = (path: string) =>
    left.some((each) => path.startsWith(`${each}/`) || new Bun.Glob(each).match(path));
  const needed = [...FILES, ...MODULES].filter((path) => !path.startsWith("node_modules/"));
  expect(needed.filter(isIgnored)).toEqual([]);
  expect(["HEAD", "refs", "packed-refs"].filter((each) => !ignored.includes(`!.git/${each}`))).toEqual([]);
  for (const pattern of [...FILES, ...MODULES])
    expect([pattern, new Bun.Glob(pattern).scanSync({ cwd: ROOT }).next().done]).toEqual([pattern, false]);
});

/** Run in a checkout alone. */
const UNBUILT = /^src\/server\/(build|dev|release)\.ts$|\/generate\.ts$|\.test\.ts$|^src\/testing\//;
const ONLY_THERE = ["src/web/build/bundle.ts"];

test("the executable holds every file that the program asks for", () => {
  const sources = [...new Bun.Glob("{src,cli}/**/*.{ts,tsx}").scanSync({ cwd: ROOT })];
  const asked = sources
    .filter((path) => !UNBUILT.test(path))
    .flatMap((path) => [...read(path).matchAll(/programFile\(["`]([^"`$]+)/g)].map(([, file = ""]) => file));
  expect(asked.length).toBeGreaterThan(8);
  const isEmbedded = (file: string) =>
    [...MODULES, ...FILES].some((each) => each.startsWith(file) || new Bun.Glob(each).match(file));
  const missing = asked.filter((file) => !isEmbedded(file) && !file.startsWith("dist"));
  expect([...new Set(missing)].toSorted()).toEqual(ONLY_THERE);
});

test("the settings of the compose file and the unit exist", () => {
  const named = Object.keys(compose.services.rihla?.environment ?? {});
  const unit = read("docs/systemd/rihla.service");
  const [, given = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const inUnit = given.split(" ").map((each) => each.split("=")[0] ?? "");
  const image = [...read("Dockerfile").matchAll(/([A-Z_]+)=\S+/g)].map(([, name = ""]) => name);
  const all = [...named, ...inUnit, ...image].filter((name) => name !== "PATH");
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

test("a container and a unit that are told to stop have 10 seconds more than STOP_DELAY", () => {
  const { environment, stop_grace_period } = compose.services.rihla ?? {};
  const unit = read("docs/systemd/rihla.service");
  const inUnit = [/STOP_DELAY=(\d+)/, /TimeoutStopSec=(\d+)/].map((each) => Number(each.exec(unit)?.[1]));
  const inCompose = [environment?.STOP_DELAY, stop_grace_period?.replace("s", "")].map(Number);
  for (const [delay = 0, grace = 0] of [inUnit, inCompose]) {
    expect(delay).toBeGreaterThan(0);
    expect(grace).toBeGreaterThanOrEqual(delay + 10);
  }
});

test("services restart, cannot write their image, have no rights they need not, and keep data in named volumes", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    const { restart, read_only, cap_drop, volumes = [], secrets = [] } = service;
    expect([name, restart, read_only, cap_drop]).toEqual([name, "unless-stopped", true, ["ALL"]]);
    const kept = volumes.map((volume) => volume.split(":")[0] ?? "");
    expect(kept.filter((volume) => !(volume in compose.volumes))).toEqual([]);
    expect(secrets.filter((secret) => !(secret in compose.secrets))).toEqual([]);
  }
  const values = Object.values(compose.services).flatMap(({ environment = {} }) =>
    Object.entries(environment),
  );
  expect(
    values.filter(([name]) => /PASSWORD|KEY|DATABASE_URL/.test(name) && !name.endsWith("_FILE")),
  ).toEqual([]);
  const ignored = read(".gitignore").split("\n");
  for (const { file } of Object.values(compose.secrets)) expect(ignored).toContain(`${file.split("/")[0]}/`);
});

test("services are bounded in memory, processes and logs", () => {
  for (const [name, { mem_limit, pids_limit, logging }] of Object.entries(compose.services)) {
    const { "max-size": size = "", "max-file": files = "" } = logging?.options ?? {};
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    expect([name, pids_limit]).toEqual([name, expect.any(Number)]);
    expect([name, size, files]).toEqual([
      name,
      expect.stringMatching(/^\d+m$/),
      expect.stringMatching(/^\d$/),
    ]);
  }
});

test("the profile for several servers adds a worker with their settings, and PgBouncer in transaction mode", () => {
  const { rihla, worker, pgbouncer } = compose.services;
  const isOptional = ([, { profiles }]: [string, Service]) => profiles !== undefined;
  const added = Object.entries(compose.services)
    .filter(isOptional)
    .map(([name]) => name);
  expect(added).toEqual(["worker", "pgbouncer"]);
  expect(worker?.command).toEqual(["worker"]);
  for (const each of ["environment", "secrets", "volumes", "build"] as const)
    expect(worker?.[each]).toEqual(rihla?.[each]);
  const settings = String(pgbouncer?.command);
  expect(settings).toMatch(/^pool_mode = transaction$/m);
  expect(settings).toMatch(/^max_prepared_statements = [1-9]\d*$/m);
  const [, size] = /^default_pool_size = (\d+)$/m.exec(settings) ?? [];
  const [, most] = /max_connections=(\d+)/.exec(String(compose.services.database?.command)) ?? [];
  expect(Number(size)).toBeLessThan(Number(most));
});

test("the proxy of the compose file replaces the ids by which requests are traced", () => {
  const caddy = String(compose.services.proxy?.command);
  expect(caddy).toContain("request_header X-Request-Id {http.request.uuid}");
  expect(caddy).toContain("request_header -traceparent");
});

const verifier = Bun.which("systemd-analyze");
const sandbox = "/usr/local/bin/rihla"; // the unit names it, so systemd-analyze wants to see it

if (verifier === null) console.log(skipLine("the systemd unit", "systemd-analyze is not installed"));
// Needs systemd-analyze, which some machines lack; the reason is printed.
test.skipIf(verifier === null)("systemd accepts the unit and finds it well hardened", () => {
  const unit = join(ROOT, "docs/systemd/rihla.service");
  const { stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", unit]);
  const complaints = stderr
    .toString()
    .split("\n")
    .filter((line) => line.includes("rihla.service"));
  expect(complaints.filter((line) => existsSync(sandbox) || !line.includes(sandbox))).toEqual([]);
  const security = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]);
  expect(security.stdout.toString()).toMatch(/Overall exposure level for rihla\.service: [01]\.\d OK/);
});
