import { findChromium } from "./harness/chromium.ts";
import { memoryFolder } from "./harness/memory-folder.ts";
import { startNeonProxy } from "./harness/neon-proxy.ts";
import { type Postgres, startPostgres } from "./harness/postgres.ts";
import { scratch, startServer } from "./harness/server.ts";
import { skipLine } from "./harness/suite.ts";
import {
  bunCounts,
  type Counts,
  checkCounts,
  failureLinesIn,
  flakyLinesIn,
  playwrightCounts,
  skipLinesIn,
  suiteCounts,
  sumOf,
} from "./harness/test-report.ts";

/** The whole test command: every part with its own counts; at the end what was skipped, what failed, and one line of totals. */

type Env = Readonly<Record<string, string>>;

const BUN = process.execPath;
const UNIT_TIMEOUT = "180000"; // milliseconds; a test of every CLI command starts some eighty processes
/**
 * Each process loads the modules and compiles the embedded database once: a file in a global of its own would take
 * half a second of CPU more. So a file must not leave a spy, a setting or a clock behind.
 */
const PROCESSES = ["--parallel=3", "--no-isolate"]; // on two cores the third one works while another waits
/** The integration tests kill no server, so theirs need not wait for the disk. */
const WITHOUT_FSYNC = ["fsync=off", "full_page_writes=off"];

/**
 * A test's process lives for seconds, too short for the engine's last compilers: they took more time than they saved.
 * These options belong to this version of Bun, which refuses to start with one that it does not know.
 */
const SHORT_LIVED = { BUN_JSC_useFTLJIT: "0", BUN_JSC_useOMGJIT: "0" };

const counted: Counts[] = [];
const skipLines: string[] = [];
const failureLines: string[] = [];
const flakyLines: string[] = [];

function skip(name: string, reason: string): void {
  counted.push({ passed: 0, failed: 0, skipped: 1 });
  skipLines.push(skipLine(name, reason));
}

/** Runs a command, shows its output and adds its counts. A command that failed without counting counts as one. */
async function part(
  name: string,
  cmd: readonly string[],
  env: Env,
  count: (output: string) => Counts,
): Promise<void> {
  const began = performance.now();
  console.log(`\n== ${name}`);
  const child = Bun.spawn({ cmd: [...cmd], env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([shown(child.stdout), shown(child.stderr), child.exited]);
  const output = `${out}\n${err}`;
  const counts = count(output);
  counted.push(code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
  skipLines.push(...skipLinesIn(output));
  flakyLines.push(...flakyLinesIn(output));
  if (code !== 0) failureLines.push(`failed: ${name}, exit code ${code}`, ...failureLinesIn(output));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`== ${name}: ${code === 0 ? "done" : `exit code ${code}`} in ${seconds} s`);
}

async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    const printed = decoder.decode(bytes, { stream: true });
    process.stdout.write(printed);
    text += printed;
  }
  return text;
}

const check = (name: string, ...cmd: readonly string[]) => part(name, cmd, {}, checkCounts);

async function unitTests(
  kind: "pglite" | "postgres" | "neon",
  env: Env,
  ...paths: readonly string[]
): Promise<void> {
  const cmd = [BUN, "test", ...PROCESSES, "--timeout", UNIT_TIMEOUT, ...paths];
  await part(`tests on ${kind}`, cmd, { TEST_DATABASE: kind, ...env }, bunCounts);
}

/** Tests of many random or simultaneous acts: PostgreSQL plays them in a quarter of the time, and with real concurrency. */
const ON_POSTGRES_ALONE = "--path-ignore-patterns=**/{histories,two-people}.test.ts";

/** Tests that read and write the database run on a real PostgreSQL and through Neon's driver as well. */
const INTEGRATION = [
  "./src/modules",
  "./src/core",
  "./src/testing/two-people",
  "./src/db/client.test.ts",
  "./src/db/transactions/transaction.test.ts",
];

/** Neon's driver speaks to the same server: what it must show is that every kind of statement passes through it. */
const THROUGH_NEON = [
  "./src/core",
  "./src/db/client.test.ts",
  "./src/db/transactions/transaction.test.ts",
  "./src/modules/waitlist",
  "./src/modules/places",
];

async function integrationTests(): Promise<void> {
  const postgres = await startPostgres(WITHOUT_FSYNC);
  if ("missing" in postgres) {
    skip("tests on postgres", postgres.missing);
    skip("tests on neon", postgres.missing);
    return;
  }
  try {
    await testOn(postgres);
  } finally {
    await postgres.remove();
  }
}

async function testOn(postgres: Postgres): Promise<void> {
  await unitTests("postgres", { TEST_POSTGRES_URL: postgres.url }, ...INTEGRATION);
  const proxy = startNeonProxy(`127.0.0.1:${postgres.port}`);
  try {
    const env = { TEST_POSTGRES_URL: postgres.url, NEON_WS_PROXY: proxy.hostPort };
    await unitTests("neon", env, ...THROUGH_NEON);
  } finally {
    proxy.stop();
  }
}

async function browserTests(): Promise<void> {
  const chromium = await findChromium();
  if (chromium === null) throw new Error("There is no Chromium");
  const home = await scratch();
  const server = await startServer({ DATA_DIR: home.path, RATE_LIMIT: "off", LOG_LEVEL: "warn" });
  try {
    const cmd = ["--bun", "node_modules/.bin/playwright", "test", "--config", "e2e/playwright.config.ts"];
    const env = { BASE_URL: server.url, CHROMIUM_PATH: chromium, E2E_DATA_DIR: home.path };
    await part("browser tests", [BUN, ...cmd], env, playwrightCounts);
  } finally {
    await server.term();
    await home.remove();
  }
}

/** A part that cannot start is a failure, and the others still run. */
async function orFailure(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(`== ${name}: ${error instanceof Error ? error.message : error}`);
    counted.push({ passed: 0, failed: 1, skipped: 0 });
    failureLines.push(`failed: ${name} did not start`);
  }
}

const memory = await memoryFolder();
Object.assign(process.env, SHORT_LIVED, memory && { TMPDIR: memory });

await Promise.all([
  check("types", BUN, "x", "tsc", "--noEmit"),
  check("lint and format", BUN, "x", "biome", "check", "."),
  check("nothing unused", BUN, "x", "knip"),
  check("build", BUN, "src/server/build.ts"),
]);
// One after the other: side by side, the browser's and the databases' processes slow each other down by more than half.
await unitTests("pglite", {}, ON_POSTGRES_ALONE, "./src", "./cli", "./e2e");
await orFailure("integration tests", integrationTests);
await orFailure("browser tests", browserTests);
await part("faults, short form", [BUN, "e2e/faults/main.ts", "--essential", "--short"], {}, suiteCounts);

const { passed, failed, skipped } = sumOf(counted);
console.log(
  [
    "",
    ...skipLines,
    ...flakyLines,
    ...failureLines,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join("\n"),
);
process.exit(failed === 0 ? 0 : 1);
