import { join } from "node:path";
import type { Postgres } from "../harness/postgres.ts";
import { type Env, scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, figureWithoutGoal, formatInteger, median } from "./figures.ts";
import { lacking, load, outputOf, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const MB = 1_048_576;
const IDLE = 2_000; // milliseconds until the memory needed for startup is released
const EMBEDDED_SECONDS = 5;

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
    figureWithoutGoal(
      "cold start to ready",
      `${formatInteger(ours)} ms; the engine alone takes ${formatInteger(reference)} ms`,
    ),
    figureWithoutGoal("resident memory, idle", `${formatInteger(median(memory))} MB`),
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
    const findings = [
      figureWithoutGoal("first start, database made", `${formatInteger(first.startedIn)} ms`),
    ];
    await first.term();
    const server = await startServer(env);
    findings.push(
      figureWithoutGoal("start on a directory that is there", `${formatInteger(server.startedIn)} ms`),
    );
    await Bun.sleep(IDLE);
    findings.push(figureWithoutGoal("resident memory, idle", `${formatInteger(server.memory() / MB)} MB`));
    if (lacking("wrk") === null) {
      const seconds = short ? 2 : EMBEDDED_SECONDS;
      const url = `${server.url}/api/waitlist`;
      const run = await load({ url, seconds, script: "signups.lua", given: ["embedded", "0"] });
      const figure = `${formatInteger(perSecond(run))} a second, p99 ${run.p99.toFixed(1)} ms`;
      findings.push({ what: "POST /api/waitlist", figure, ok: run.refused + run.broken === 0 });
    }
    await server.term();
    await home.remove();
    return findings;
  },
};
