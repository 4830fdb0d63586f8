import { join, resolve } from "node:path";
import { freePort } from "../harness/free-port.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Ending, type Server, scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { countReplies, formatCounts, post, type Reply, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const IN_FLIGHT = 50;
const ROOT = resolve(import.meta.dir, "../..");
const START_WITHIN = 120_000; // milliseconds: it installs and builds first
const STOP_WITHIN = 15_000;

/** The server is stopped in the middle of work. */
export const stopping: Case = {
  name: "stopping",
  run: ({ short }) =>
    onPostgres(async ({ postgres }) => {
      const findings: Finding[] = [];
      for (let round = 0; round < (short ? 1 : 10); round++) findings.push(...(await inFlight(postgres)));
      const whileStarting = await stopWhileStarting(short ? 3 : 30);
      return [...findings, await askedTwice(postgres), whileStarting];
    }),
};

/** Stopped at the first response, when the server listens but startup is not complete. */
async function stopWhileStarting(rounds: number): Promise<Finding> {
  const home = await scratch();
  try {
    const codes: (number | null)[] = [];
    for (let round = 0; round < rounds; round++) {
      const server = await startServer({ DATA_DIR: home.path });
      codes.push((await server.term()).code);
    }
    const well = codes.every((code) => code === 0);
    return finding(`${rounds} servers stopped as soon as they are ready`, well, `codes ${codes.join(", ")}`);
  } finally {
    await home.remove();
  }
}

async function inFlight(postgres: Postgres): Promise<Finding[]> {
  const { replies, ending } = await stopWithWork(postgres, async (server) => {
    server.signal("SIGTERM");
    await Bun.sleep(300);
    await postgres.signal("SIGCONT");
  });
  const counts = countReplies(replies);
  return [
    finding(
      `${IN_FLIGHT} requests in flight at SIGTERM: all answered`,
      counts["201"] === IN_FLIGHT,
      formatCounts(counts),
    ),
    finding(
      "and the process exits with 0",
      ending.code === 0,
      `code ${ending.code} after ${Math.round(ending.ms)} ms`,
    ),
  ];
}

async function askedTwice(postgres: Postgres): Promise<Finding> {
  const { ending } = await stopWithWork(postgres, async (server) => {
    server.signal("SIGTERM");
    await Bun.sleep(300);
    server.signal("SIGTERM");
  });
  await postgres.signal("SIGCONT");
  return finding(
    "a second SIGTERM ends it before the database answers",
    ending.code === 1, // an orderly stop, which waits for the database, exits with 0
    `code ${ending.code} after ${Math.round(ending.ms)} ms`,
  );
}

/** A hanging database blocks requests until `end` is called or the process exits. */
async function stopWithWork(
  postgres: Postgres,
  end: (server: Server) => Promise<void>,
): Promise<{ replies: (Reply | null)[]; ending: Ending }> {
  const server = await startServer({ ...instanceEnv(postgres.url), RATE_LIMIT: "off" });
  await postgres.signal("SIGSTOP");
  const replies = Promise.all(
    Array.from({ length: IN_FLIGHT }, () =>
      post(`${server.url}/api/waitlist`, {
        firstName: "Amina",
        email: `flight.${crypto.randomUUID()}@example.org`,
      }),
    ),
  );
  await Bun.sleep(300);
  await end(server);
  const ending = await server.stopped();
  return { replies: await replies, ending };
}

/** Stops the documented commands at their npm process, whose shell does not forward signals. */
export const startCommand: Case = {
  name: "start-command",
  async run({ short }: Extent) {
    if (short) return [];
    return [
      await stoppedAtTop([process.execPath, "run", "start"]),
      await stoppedAtTop(["npx", "bun", "run", "start"]),
    ];
  },
};

async function stoppedAtTop(command: string[]): Promise<Finding> {
  const home = await scratch();
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, PORT: String(port), DATA_DIR: join(home.path, "data"), SYNC_CRON: "off" };
  const group = Bun.spawn(["setsid", ...command], { cwd: ROOT, env, stdio: ["ignore", "ignore", "ignore"] });
  const url = `http://127.0.0.1:${port}/healthz`;
  try {
    const up = await until(START_WITHIN, async () => (await send(url, {}, 1_000))?.status === 200);
    group.kill("SIGTERM");
    const down = await until(STOP_WITHIN, async () => (await send(url, {}, 1_000)) === null);
    return finding(`${command.slice(-3).join(" ")} stops`, up && down, `started ${up}, stopped ${down}`);
  } finally {
    killGroup(group.pid);
    await home.remove();
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // all processes have exited
  }
}

async function until(within: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + within; performance.now() < end; await Bun.sleep(50)) {
    if (await holds()) return true;
  }
  return false;
}
