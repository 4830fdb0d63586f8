import { join } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { post, type Reply, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";
import { SignupLoad } from "./signup-load.ts";
import { verifyAcknowledged } from "./verify-acknowledged.ts";

const TIMEOUT = 30_000; // milliseconds
const REFUSED_WITHIN = 3_000;
const HANGING_WITHIN = 7_000; // a write in progress may take 3 s, a connection 2 s
const BACK_WITHIN = 5_000;

/** PostgreSQL stopped, hanging, and cutting connections, while people sign up. */
export const outage: Case = {
  name: "outage",
  run: (extent) => onPostgres(({ postgres, home }) => outages(postgres, home, extent)),
};

async function outages(postgres: Postgres, home: string, { short }: Extent): Promise<Finding[]> {
  const visitors = new SignupLoad(join(home, "promised"));
  const server = await startServer({ ...instanceEnv(postgres.url), RATE_LIMIT: "off" });
  visitors.start(server.url);
  const findings: Finding[] = [];
  for (let round = 0; round < (short ? 1 : 3); round++) {
    await visitors.until(50, TIMEOUT);
    await postgres.stop("immediate");
    findings.push(...(await whileAway(server, visitors, "stopped", REFUSED_WITHIN)));
    await postgres.start();
    findings.push(await backAgain(server, visitors, "started again"));
    await visitors.until(50, TIMEOUT);
    await postgres.signal("SIGSTOP");
    findings.push(...(await whileAway(server, visitors, "hanging", HANGING_WITHIN)));
    await postgres.signal("SIGCONT");
    findings.push(await backAgain(server, visitors, "going on"));
  }
  findings.push(await cutConnections(postgres, server, visitors, short ? 10 : 200));
  await visitors.stop();
  findings.push(finding("the process kept running", server.running(), `pid ${server.pid}`));
  await server.term();
  visitors.close();
  return [...findings, ...(await verifyAcknowledged({ url: postgres.url }, visitors))];
}

async function whileAway(
  server: Server,
  visitors: SignupLoad,
  how: string,
  within: number,
): Promise<Finding[]> {
  const [joined, page, health, ready] = await Promise.all([
    joinAs(server, visitors),
    send(`${server.url}/`),
    send(`${server.url}/healthz`),
    send(`${server.url}/readyz`),
  ]);
  const refused = joined?.status === 503 && joined.body.code === "UNAVAILABLE";
  const retry = Number(joined?.headers.get("retry-after")) > 0;
  const others = [page, health, ready].map((reply) => reply?.status ?? "none").join(", ");
  return [
    finding(
      `database ${how}: a signup is refused with the time to retry after`,
      refused && retry && (joined?.ms ?? within) < within,
      spoken(joined),
    ),
    finding(`database ${how}: page, health and readiness`, others === "200, 200, 503", others),
  ];
}

const spoken = (reply: Reply | null): string =>
  reply === null ? "no answer" : `${reply.status} ${reply.body.code} after ${Math.round(reply.ms)} ms`;

function joinAs(server: Server, visitors: SignupLoad): Promise<Reply | null> {
  const email = `away.${crypto.randomUUID()}@example.org`;
  visitors.sent.add(email);
  return post(`${server.url}/api/waitlist`, { firstName: "Amina", email });
}

async function backAgain(server: Server, visitors: SignupLoad, how: string): Promise<Finding> {
  const since = performance.now();
  while (performance.now() - since < TIMEOUT) {
    if ((await joinAs(server, visitors))?.status === 201) break;
    await Bun.sleep(50);
  }
  const ms = performance.now() - since;
  return finding(`database ${how}: signups succeed again`, ms < BACK_WITHIN, `after ${Math.round(ms)} ms`);
}

/** Terminates the backends, as an operator or a failover would, with statements and transactions in progress. */
async function cutConnections(
  postgres: Postgres,
  server: Server,
  visitors: SignupLoad,
  cuts: number,
): Promise<Finding> {
  visitors.statuses.clear();
  const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
  for (let cut = 0; cut < cuts; cut++) {
    await db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_port > 0",
    );
    await Bun.sleep(20);
  }
  await db.close();
  const seen = [...visitors.statuses.keys()];
  await visitors.until(20, TIMEOUT);
  const ok = server.running() && seen.every((status) => status === 201 || status === 503);
  return finding(`all connections terminated ${cuts} times: only 201 and 503`, ok, seen.join(", "));
}
