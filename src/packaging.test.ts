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
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly volumes: readonly string[];
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
  const stages = new Set([...dockerfile.matchAll(/ AS ([\w-]+)$/gm)].map(([, name]) => name));
  const foreign = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
    .map(([, image = ""]) => image)
    .filter((image) => !stages.has(image) && !image.startsWith("bun-$"));
  const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
  expect([foreign.length, images.length]).toEqual([2, 2]);
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
    const { restart, read_only, cap_drop, volumes, secrets = [] } = service;
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
