import { join } from "node:path";
import { freshDataDir } from "../src/testing/database/database.ts";
import { findChromium } from "./harness/chromium.ts";
import { memoryFolder } from "./harness/memory-folder.ts";
import { startNeonProxy } from "./harness/neon-proxy.ts";
import { findBin, startPostgres } from "./harness/postgres.ts";
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
const ROOT = join(import.meta.dir, "..");
const UNIT_TIMEOUT = "180000"; // milliseconds; a test of every CLI command starts some eighty processes
/**
 * Each process loads the modules and compiles the embedded database once: a file in a global of its own would take
 * half a second of CPU more. So a file must not leave a spy, a setting or a clock behind.
 */
const LONG_LIVED = "--no-isolate";
const PROCESSES = 4; // on two cores the others work while one or two wait
const PROCESSES_FOR_NEON = 2; // for its few tests, more of them would load modules longer than they test

/**
 * The test files that take longest, in milliseconds on two idle cores. They start first, as one that starts last runs
 * on by itself. The order is all that the figures decide: one that is missing or wrong fails nothing.
 */
const SLOW_FILES = {
  "cli/transport/in-process.test.ts": 48_000,
  "cli/commands/backup/backup.test.ts": 40_000,
  "src/effects.test.ts": 35_000,
  "src/http/fuzz.test.ts": 35_000,
  "src/roles.test.ts": 30_000,
  "src/testing/two-people/two-people.test.ts": 30_000,
  "cli/transport/postgres.test.ts": 24_000,
  "src/main.test.ts": 22_000,
  "cli/transport/admin-socket.test.ts": 17_000,
  "src/turns.test.ts": 16_000,
  "src/db/backup/backup.test.ts": 15_000,
  "src/http/sockets/idle-timeout.test.ts": 14_000,
  "src/modules/evidence/histories.test.ts": 14_000,
  "src/http/sockets/admin-socket.test.ts": 13_000,
  "src/modules/places/import/import.test.ts": 12_000,
  "cli/commands/places.test.ts": 9_000,
  "cli/commands/grants.test.ts": 9_000,
  "cli/commands/move.test.ts": 8_000,
  "src/modules/evidence/tier/no-call-sets-a-tier.test.ts": 8_000,
  "src/core/auth/passkeys/passkeys.test.ts": 8_000,
  "src/core/files/csv-reader.test.ts": 8_000,
  "src/db/outage.test.ts": 7_000,
  "src/db/migrate.test.ts": 7_000,
  "cli/commands/trace.test.ts": 7_000,
  "src/modules/partners/histories.test.ts": 7_000,
  "src/modules/maintenance/rotate-key-while-serving.test.ts": 7_000,
  "src/modules/evidence/uploads/upload-validator.test.ts": 7_000,
  "src/db/drivers/directory-lock.test.ts": 6_000,
  "src/http/pages/places.test.ts": 6_000,
  "src/surface.test.ts": 6_000,
  "src/modules/sync/runs/runs.test.ts": 6_000,
  "src/modules/maintenance/backups/hostile.test.ts": 6_000,
  "src/modules/accounts/accounts.test.ts": 6_000,
  "src/modules/sync/matching/matching.test.ts": 5_000,
  "src/core/crypto/backup-encryption.test.ts": 5_000,
};
const OTHER_FILE = 1_500; // milliseconds; Bun would start a file without a figure before all others

/** These tests kill no server and fill no table, so theirs need neither wait for the disk nor vacuum. */
const WITHOUT_UPKEEP = ["fsync=off", "full_page_writes=off", "autovacuum=off"];

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

const testFiles = (paths: string): string[] => [
  ...new Bun.Glob(`${paths}/*.test.ts`).scanSync({ cwd: ROOT }),
];

/** Writes the file from which Bun reads which test files to start first. Returns its path. */
async function writeTimings(): Promise<string> {
  const all = testFiles("{src,cli,e2e}/**");
  const files = { ...Object.fromEntries(all.map((path) => [path, OTHER_FILE])), ...SLOW_FILES };
  const path = join(ROOT, ".cache/test-timings.json");
  await Bun.write(path, JSON.stringify({ version: 1, files }));
  return path;
}

interface Chosen {
  /** Folders and files. */
  readonly paths: readonly string[];
  readonly without?: readonly string[];
}

async function unitTests(
  kind: "pglite" | "postgres" | "neon",
  env: Env,
  { paths, without = [] }: Chosen,
): Promise<void> {
  const processes = `--parallel=${kind === "neon" ? PROCESSES_FOR_NEON : PROCESSES}`;
  const options = [processes, LONG_LIVED, "--timings", timings, "--timeout", UNIT_TIMEOUT];
  const ignored = without.length > 0 ? [`--path-ignore-patterns=**/{${without.join()}}`] : [];
  const cmd = [BUN, "test", ...options, ...ignored, ...paths.map((path) => `./${path}`)];
  await part(`tests on ${kind}`, cmd, { TEST_DATABASE: kind, ...env }, bunCounts);
}

/**
 * Where a test runs: those of the domains and of the kernel on PostgreSQL, which has real concurrency and plays them in
 * less than half of the time; all others on the embedded database, among them the calls of every procedure, the command
 * line and the browser tests. On a machine without PostgreSQL all run on the embedded database.
 */
const ON_POSTGRES = ["src/core", "src/modules", "src/testing/two-people"];

/** What drivers and kinds of databases do in ways of their own is tested on each of them. */
const ON_EACH = [
  "src/core/files/csv-export.test.ts",
  "src/db/client.test.ts",
  "src/db/transactions/rolled-back.test.ts",
  "src/db/transactions/transaction.test.ts",
  "src/modules/maintenance/clock.test.ts",
  "src/modules/maintenance/instances.test.ts",
];

/** Neon's driver speaks to the same server: what it must show is that every kind of statement passes through it. */
const THROUGH_NEON = [
  "src/modules/waitlist",
  "src/modules/places/import/preview",
  "src/modules/places/facts",
];

/** Without those that are in one of the folders, as Bun would run them twice. */
const withOnEach = (folders: readonly string[]) => [
  ...folders,
  ...ON_EACH.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`))),
];

async function embeddedTests(): Promise<void> {
  const elsewhere = findBin() === undefined ? [] : ON_POSTGRES.flatMap((folder) => testFiles(`${folder}/**`));
  const without = elsewhere.filter((path) => !ON_EACH.includes(path));
  await unitTests("pglite", {}, { paths: ["src", "cli", "e2e"], without });
}

async function serverTests(): Promise<void> {
  const postgres = await startPostgres(WITHOUT_UPKEEP);
  if ("missing" in postgres) {
    skip("tests on postgres", postgres.missing);
    skip("tests on neon", postgres.missing);
    return;
  }
  const env = { TEST_POSTGRES_URL: postgres.url };
  const proxy = startNeonProxy(`127.0.0.1:${postgres.port}`);
  try {
    await unitTests("postgres", env, { paths: withOnEach(ON_POSTGRES) });
    const throughProxy = { ...env, NEON_WS_PROXY: proxy.hostPort };
    await unitTests("neon", throughProxy, { paths: withOnEach(THROUGH_NEON) });
  } finally {
    proxy.stop();
    await postgres.remove();
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
const timings = await writeTimings();

await Promise.all([
  // with several checkers each infers the router's types again: half as much CPU again
  check("types", BUN, "x", "tsc", "--noEmit", "--checkers", "1"),
  check("lint and format", BUN, "x", "biome", "check", "."),
  check("nothing unused", BUN, "x", "knip"),
  check("build", BUN, "src/server/build.ts"),
  // creates the template of all test databases, else each process of the tests would; if this fails, they say so
  freshDataDir().then(
    (dir) => dir.remove(),
    () => {},
  ),
]);
// One after the other: side by side, the browser's and the databases' processes slow each other down by more than half.
await embeddedTests();
await orFailure("tests on postgres", serverTests);
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
