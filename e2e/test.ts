import { findChromium } from "./harness/chromium.ts";
import { startNeonProxy } from "./harness/neon-proxy.ts";
import { startPostgres } from "./harness/postgres.ts";
import { scratch, startServer } from "./harness/server.ts";

/** The whole test command: every part in turn, each with its own count, and one line of totals at the end. */

interface Counted {
  passed: number;
  failed: number;
}

type Env = Readonly<Record<string, string>>;

const BUN = process.execPath;
const UNIT_TIMEOUT = "60000"; // milliseconds; a cold machine makes its first database within one test
const totals: Counted = { passed: 0, failed: 0 };

/** Runs a command, shows what it prints, and adds what it counted. A command that failed without a count is one. */
async function part(
  name: string,
  cmd: readonly string[],
  env: Env,
  count: (said: string) => Counted,
): Promise<void> {
  const began = performance.now();
  console.log(`\n== ${name}`);
  const child = Bun.spawn({ cmd: [...cmd], env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([shown(child.stdout), shown(child.stderr), child.exited]);
  const counted = count(`${out}\n${err}`);
  totals.passed += counted.passed;
  totals.failed += code !== 0 && counted.failed === 0 ? 1 : counted.failed;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`== ${name}: ${code === 0 ? "done" : `exit code ${code}`} in ${seconds} s`);
}

async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream) {
    const said = decoder.decode(part, { stream: true });
    process.stdout.write(said);
    text += said;
  }
  return text;
}

const sum = (said: string, pattern: RegExp): number =>
  [...said.matchAll(pattern)].reduce((total, [, n]) => total + Number(n), 0);

const byBun = (said: string): Counted => ({
  passed: sum(said, /^\s*(\d+) pass$/gm),
  failed: sum(said, /^\s*(\d+) fail$/gm) + sum(said, /^\s*(\d+) errors?$/gm),
});

const byPlaywright = (said: string): Counted => ({
  passed: sum(said, /^\s+(\d+) passed/gm),
  failed: sum(said, /^\s+(\d+) (?:failed|flaky|did not run|interrupted)/gm),
});

const bySuite = (said: string): Counted => ({
  passed: sum(said, /^(\d+) passed, \d+ failed$/gm),
  failed: sum(said, /^\d+ passed, (\d+) failed$/gm),
});

/** A check either holds or does not. */
const asCheck = (): Counted => ({ passed: 1, failed: 0 });

const check = (name: string, ...cmd: readonly string[]) => part(name, cmd, {}, asCheck).then(() => undefined);

async function unitTests(
  kind: "pglite" | "postgres" | "neon",
  env: Env,
  ...paths: readonly string[]
): Promise<void> {
  console.log(`\nThe database of these tests is ${kind}.`);
  const cmd = [BUN, "test", "--parallel=2", "--timeout", UNIT_TIMEOUT, ...paths];
  await part(`tests on ${kind}`, cmd, { TEST_DATABASE: kind, ...env }, byBun);
}

/** What reads and writes the database runs on a real PostgreSQL and through Neon's driver as well. */
const INTEGRATION = [
  "./src/modules",
  "./src/core",
  "./src/db/client.test.ts",
  "./src/db/transactions/transaction.test.ts",
];

/** Neon's driver speaks to the same server: what it must show is that every kind of statement passes through it. */
const THROUGH_NEON = [
  "./src/core",
  "./src/db/client.test.ts",
  "./src/db/transactions/transaction.test.ts",
  "./src/modules/waitlist",
  "./src/modules/pois",
];

async function integrationTests(): Promise<void> {
  const postgres = await startPostgres();
  if ("missing" in postgres) {
    console.log(`Not run on PostgreSQL and Neon's driver: ${postgres.missing}`);
    return;
  }
  const proxy = startNeonProxy(`127.0.0.1:${postgres.port}`);
  try {
    await unitTests("postgres", { TEST_POSTGRES_URL: postgres.url }, ...INTEGRATION);
    const env = { TEST_POSTGRES_URL: postgres.url, NEON_WS_PROXY: proxy.hostPort };
    await unitTests("neon", env, ...THROUGH_NEON);
  } finally {
    proxy.stop();
    await postgres.remove();
  }
}

async function browserTests(): Promise<void> {
  const chromium = await findChromium();
  if (chromium === null) {
    totals.failed += 1;
    return;
  }
  const home = await scratch();
  const server = await startServer({ DATA_DIR: home.path, RATE_LIMIT: "off", LOG_LEVEL: "warn" });
  try {
    const cmd = [BUN, "node_modules/.bin/playwright", "test", "--config", "e2e/playwright.config.ts"];
    const env = { BASE_URL: server.url, CHROMIUM_PATH: chromium, E2E_DATA_DIR: home.path };
    await part("browser tests", [BUN, "--bun", ...cmd.slice(1)], env, byPlaywright);
  } finally {
    await server.term();
    await home.remove();
  }
}

await Promise.all([
  check("types", BUN, "x", "tsc", "--noEmit"),
  check("lint and format", BUN, "x", "biome", "check", "."),
  check("nothing unused", BUN, "x", "knip"),
  check("build", BUN, "src/web/build/build.ts"),
]);
await unitTests("pglite", {}, "./src", "./cli");
await integrationTests();
await browserTests();
await part("faults, short form", [BUN, "e2e/faults/main.ts", "--essential", "--short"], {}, bySuite);

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
