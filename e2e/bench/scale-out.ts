import { availableParallelism } from "node:os";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { cpuOf } from "./cpu.ts";
import { figureWithoutGoal, formatInteger } from "./figures.ts";
import { CONNECTIONS, type Load, lacking, load, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const INSTANCES = [1, 2, 4];
const WARM_UP = 2; // seconds
const GOAL = 1.7; // times the rate of one instance, for two
const SATURATED = 0.85; // of the machine's cores: beyond that nothing is left for another instance

/** Signups over 1, 2 and 4 instances on one PostgreSQL, with the CPU of each kind of process. */
export const scaleOut: Case = {
  name: "scale-out",
  run: ({ short }) =>
    withPostgres(lacking("wrk", "psql"), async (postgres) => {
      const runs: Run[] = [];
      for (const count of INSTANCES) runs.push(await runOf(postgres, count, short ? 3 : 8));
      return [...runs.map(described), second(runs)];
    }),
};

interface Run {
  readonly count: number;
  readonly rate: number;
  /** Cores in use: seconds of CPU a second. */
  readonly cores: { readonly servers: number; readonly database: number; readonly generator: number };
  readonly failed: number;
}

async function runOf(postgres: Postgres, count: number, seconds: number): Promise<Run> {
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      startServer({
        DATABASE_URL: postgres.url,
        SECRET_KEY: "a key for a database of one bench",
        TRUST_PROXY: "1",
      }),
    ),
  );
  try {
    await joinAt(servers, WARM_UP, `warm${count}`);
    const cpu = () => [servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0), cpuOf(postgres.pid)] as const;
    const before = cpu();
    const loads = await joinAt(servers, seconds, `run${count}`);
    const after = cpu();
    return {
      count,
      rate: loads.reduce((sum, each) => sum + perSecond(each), 0),
      cores: {
        servers: (after[0] - before[0]) / seconds,
        database: (after[1] - before[1]) / seconds,
        generator: loads.reduce((sum, each) => sum + each.cpu, 0) / seconds,
      },
      failed: loads.reduce((sum, each) => sum + each.refused + each.broken, 0),
    };
  } finally {
    await Promise.all(servers.map((each) => each.term()));
  }
}

/** The same number of connections whatever the number of instances, of which each gets its share. */
const joinAt = (servers: readonly Server[], seconds: number, run: string): Promise<Load[]> =>
  Promise.all(
    servers.map(({ url }, n) =>
      load({
        url: `${url}/api/waitlist`,
        seconds,
        connections: CONNECTIONS / servers.length,
        script: "signups.lua",
        given: [`${run}-${n}`, String(n * 100_000)],
      }),
    ),
  );

const inUse = ({ cores: { servers, database, generator } }: Run): number => servers + database + generator;

function described(run: Run): Finding {
  const { count, rate, failed } = run;
  const { servers, database, generator } = run.cores;
  const used = `${servers.toFixed(2)} servers, ${database.toFixed(2)} PostgreSQL, ${generator.toFixed(2)} load generator`;
  return {
    what: `${count} ${count === 1 ? "instance" : "instances"}`,
    figure: `${formatInteger(rate)} a second, ${failed} failed; cores in use: ${used}`,
    ok: failed === 0 ? null : false,
  };
}

/** Two instances against one. Without a free core a missed goal says nothing about the server. */
function second([one, two]: readonly Run[]): Finding {
  if (!one || !two) return figureWithoutGoal("two instances against one", "not run");
  const ratio = two.rate / one.rate;
  const cores = availableParallelism();
  const isSaturated = inUse(one) > SATURATED * cores;
  const reason = isSaturated
    ? `; one instance already leaves ${(cores - inUse(one)).toFixed(2)} of ${cores} cores`
    : "";
  return {
    what: "two instances against one",
    figure: `${ratio.toFixed(2)} x (goal ${GOAL})${reason}`,
    ok: ratio >= GOAL || (isSaturated ? null : false),
  };
}
