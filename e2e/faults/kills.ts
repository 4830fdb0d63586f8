import { join } from "node:path";
import type { EmbeddedConfig, ServerConfig } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Env, scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { instanceEnv, onPostgres } from "./on-postgres.ts";
import { SignupLoad } from "./signup-load.ts";
import { verifyAcknowledged } from "./verify-acknowledged.ts";

const TIMEOUT = 30_000; // milliseconds until the next acknowledged writes, on a busy machine

/** The process with the embedded database is killed while people sign up. */
export const killEmbedded: Case = {
  name: "kill-embedded",
  isUntimed: true,
  async run({ short, rounds = short ? 2 : 20 }) {
    const home = await scratch();
    const dataDir = join(home.path, "data");
    try {
      return await killAndKill({ DATA_DIR: dataDir }, { dataDir }, home.path, rounds);
    } finally {
      await home.remove();
    }
  },
};

/** The app is killed while PostgreSQL keeps running. */
export const killApp: Case = {
  name: "kill-app",
  run: ({ short, rounds = short ? 2 : 20 }) =>
    onPostgres(({ url, home }) => killAndKill(instanceEnv(url), { url }, home, rounds)),
};

async function killAndKill(
  env: Env,
  where: EmbeddedConfig | ServerConfig,
  home: string,
  kills: number,
): Promise<Finding[]> {
  const visitors = new SignupLoad(join(home, "promised"));
  const starts: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer({ ...env, RATE_LIMIT: "off" });
    starts.push(server.startedIn);
    visitors.start(server.url);
    await visitors.until(30 + Math.floor(Math.random() * 100), TIMEOUT);
    await server.kill9();
    await visitors.stop();
  }
  const last = await startServer(env);
  starts.push(last.startedIn);
  const ended = await last.term();
  visitors.close();
  return [
    ...(await verifyAcknowledged(where, visitors)),
    { what: `starts after ${kills} kills`, figure: `slowest ${slowest(starts)} ms`, ok: ended.code === 0 },
  ];
}

const slowest = (starts: readonly number[]) => Math.round(Math.max(...starts.slice(1)));

/** PostgreSQL, postmaster and backends, is killed while the app keeps running. */
export const killPostgres: Case = {
  name: "kill-postgres",
  run: (extent) => onPostgres(({ postgres, home }) => killServers(postgres, home, extent)),
};

async function killServers(
  postgres: Postgres,
  home: string,
  { short, rounds: kills = short ? 1 : 5 }: Extent,
): Promise<Finding[]> {
  const visitors = new SignupLoad(join(home, "promised"));
  const server = await startServer({ ...instanceEnv(postgres.url), RATE_LIMIT: "off" });
  visitors.start(server.url);
  for (let kill = 0; kill < kills; kill++) {
    await visitors.until(100, TIMEOUT);
    await (kill % 2 === 0 ? postgres.kill9() : postgres.stop("immediate"));
    await postgres.start();
  }
  await visitors.until(100, TIMEOUT);
  await visitors.stop();
  const lived = server.running();
  await server.term();
  visitors.close();
  const others = [...visitors.statuses].filter(([status]) => status !== 201 && status !== 503);
  return [
    ...(await verifyAcknowledged({ url: postgres.url }, visitors)),
    {
      what: `answers during ${kills} kills of PostgreSQL other than 201 and 503`,
      figure: others.map(([status, times]) => `${times} x ${status}`).join(", ") || "none",
      ok: lived && others.length === 0,
    },
  ];
}
