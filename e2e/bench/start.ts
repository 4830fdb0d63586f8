import { join } from "node:path";
import type { Postgres } from "../harness/postgres.ts";
import { type Env, scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, atMost, figureWithoutGoal, formatInteger, median } from "./figures.ts";
import { lacking, load, outputOf, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const MB = 1_048_576;
const IDLE = 2_000; // milliseconds until the memory needed for startup is released
const LOAD_SECONDS = 5;
const GOALS = { start: 800, memory: 80 }; // milliseconds and MB
const EMBEDDED_GOALS = { first: 3_000, start: 900, memory: 200 };

/** From the spawn to the first 200 of `/readyz`, against a Bun process that does nothing. */
export const coldStart: Case = {
  name: "start",
  run: (extent) =>
    withPostgres(null, (postgres: Postgres) =>
      measure({ DATABASE_URL: postgres.url, SECRET_KEY: "a key for a database of one bench" }, extent),
    ),
};

async function measure(env: Env, { short }: Extent): Promise<Finding[]> {
  const first = await startServer(env);
  await first.term();
  const memory: number[] = [];
  const { ours, reference } = await alternate(short ? 2 : 7, bare, async () => {
    const server = await startServer(env);
    await Bun.sleep(IDLE);
    memory.push(server.memory() / MB);
    await server.term();
    return server.startedIn;
  });
  return [
    figureWithoutGoal("first start, tables made", `${formatInteger(first.startedIn)} ms`),
    atMost("cold start to ready", ours, GOALS.start, "ms"),
    figureWithoutGoal("a start of the engine alone", `${formatInteger(reference)} ms`),
    atMost("resident memory, idle", median(memory), GOALS.memory, "MB"),
  ];
}

async function bare(): Promise<number> {
  const started = performance.now();
  await outputOf([process.execPath, "-e", ""]);
  return performance.now() - started;
}

/** The same on the embedded database, compared with the PostgreSQL figures above. */
export const embedded: Case = {
  name: "embedded",
  async run({ short }) {
    const home = await scratch();
    const env = { DATA_DIR: join(home.path, "data"), TRUST_PROXY: "1" };
    const first = await startServer(env);
    await first.term();
    const [times, memory]: [number[], number[]] = [[], []];
    for (let start = 0; start < (short ? 1 : 7); start += 1) {
      const server = await startServer(env);
      await Bun.sleep(IDLE);
      times.push(server.startedIn);
      memory.push(server.memory() / MB);
      await server.term();
    }
    const findings = [
      atMost("first start, database made", first.startedIn, EMBEDDED_GOALS.first, "ms"),
      atMost("start on a directory that is there", median(times), EMBEDDED_GOALS.start, "ms"),
      atMost("resident memory, idle", median(memory), EMBEDDED_GOALS.memory, "MB"),
    ];
    if (lacking("wrk") === null) findings.push(await signupsOf(env, short ? 2 : LOAD_SECONDS));
    await home.remove();
    return findings;
  },
};

async function signupsOf(env: Env, seconds: number): Promise<Finding> {
  const server = await startServer(env);
  const url = `${server.url}/api/waitlist`;
  const run = await load({ url, seconds, script: "signups.lua", given: ["embedded", "0"] });
  await server.term();
  const figure = `${formatInteger(perSecond(run))} a second, p99 ${run.p99.toFixed(1)} ms`;
  return { what: "POST /api/waitlist", figure, ok: run.refused + run.broken === 0 };
}
