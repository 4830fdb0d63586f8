import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import { addPartners } from "../../harness/partners.ts";
import { type Env, type Server, startServer } from "../../harness/server.ts";
import { addStaff, signIn } from "../../harness/staff.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { finding, instanceEnv, onPostgres } from "../on-postgres.ts";
import { SignupLoad } from "../signup-load.ts";
import { verifyAcknowledged } from "../verify-acknowledged.ts";
import { Balancer } from "./balancer.ts";
import { OfficeLoad } from "./office-load.ts";
import { makeVersions, type Versions } from "./versions.ts";

const WITHIN = 120_000; // milliseconds, on a busy machine
const TOO_NEW = "The database has a newer schema than this program: start a newer version of it.\n";

/** Two upgrades of the schema under load: instances are replaced one after the other, and no request is refused. */
export const rollingUpgrade: Case = {
  name: "rolling-upgrade",
  run: (extent) =>
    onPostgres(async ({ url, home }) => {
      const versions = await makeVersions(home);
      // longer than the balancer takes to notice
      const env = { ...instanceEnv(url), DATA_DIR: join(home, "data"), RATE_LIMIT: "off", STOP_DELAY: "1" };
      const fleet = new Fleet(env);
      try {
        return await upgrade(versions, fleet, url, home, extent);
      } finally {
        await fleet.end();
      }
    }),
};

/** The running instances behind a load balancer. */
class Fleet {
  readonly balancer = new Balancer();
  readonly servers: Server[] = [];

  constructor(readonly env: Env) {}

  async start(root: string): Promise<void> {
    const server = await startServer(this.env, root);
    this.servers.push(server);
    this.balancer.add(server.url);
  }

  /** Stops the oldest instance. */
  async stopOne(): Promise<void> {
    const server = this.servers.shift();
    await server?.term();
    if (server) this.balancer.remove(server.url);
  }

  async replaceAll(root: string): Promise<void> {
    for (const _ of [...this.servers]) {
      await this.start(root);
      await this.stopOne();
    }
  }

  async end(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.servers.map((each) => each.kill9()));
  }
}

async function upgrade(
  versions: Versions,
  fleet: Fleet,
  url: string,
  home: string,
  { short }: Extent,
): Promise<Finding[]> {
  for (let count = 0; count < (short ? 2 : 3); count++) await fleet.start(versions.present);
  await addStaff({ url });
  const [partner] = await addPartners({ url }, "upgrade", 1);
  const office = new OfficeLoad(
    fleet.balancer.url,
    await signIn(fleet.servers[0]?.url ?? ""),
    partner?.cookie ?? "",
  );
  const visitors = new SignupLoad(join(home, "acknowledged"));
  const started = performance.now();
  office.start();
  visitors.start(fleet.balancer.url);
  const steps = await walk(versions, fleet, visitors, short ? 50 : 500).finally(() =>
    Promise.all([office.stop(), visitors.stop()]),
  );
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  visitors.close();
  const refused = refusedOf(office, visitors);
  return [
    ...steps,
    finding(`of ${refused.requests} requests in ${seconds} s, refused`, refused.count === 0, refused.figure),
    ...(await verifyAcknowledged({ url }, visitors)),
    await changedWebsites(url, office),
  ];
}

/** All steps of two upgrades. Returns which versions start on which schema. */
async function walk(
  { present, next, afterNext }: Versions,
  fleet: Fleet,
  visitors: SignupLoad,
  some: number,
): Promise<Finding[]> {
  const more = () => visitors.until(some, WITHIN);
  await more();
  await fleet.start(next);
  await fleet.stopOne();
  await more();
  await fleet.start(present); // a restart in the middle
  await fleet.stopOne();
  const restarted = fleet.servers.length;
  await more();
  await fleet.replaceAll(next);
  await more();
  await fleet.replaceAll(afterNext);
  await more();
  const refusal = await startAlone(present, fleet.env);
  await fleet.start(next); // a rollback by one version
  await fleet.stopOne();
  await more();
  return [
    finding("the older version starts again on the newer schema", restarted > 1, `${restarted} ready`),
    finding("two versions back, it is refused", refusal === TOO_NEW, refusal.trim()),
  ];
}

/** What a version prints that ends by itself. */
async function startAlone(root: string, env: Env): Promise<string> {
  const { PATH = "" } = process.env;
  const child = Bun.spawn([process.execPath, "src/main.ts"], {
    cwd: root,
    env: { PATH, ...env, PORT: "0" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), WITHIN);
  const printed = await new Response(child.stderr).text();
  clearTimeout(timer);
  return (await child.exited) === 1 ? printed : `exit code ${child.exitCode}: ${printed}`;
}

function refusedOf(...loads: readonly { readonly statuses: ReadonlyMap<number | "none", number> }[]) {
  const all = loads.flatMap(({ statuses }) => [...statuses]);
  const count = (entries: typeof all) => entries.reduce((sum, [, times]) => sum + times, 0);
  const refused = all.filter(([status]) => status !== 200 && status !== 201);
  const figure = refused.map(([status, times]) => `${times} x ${status}`).join(", ") || "0";
  return { requests: count(all), count: count(refused), figure };
}

/** What staff entered through any version is in the column of the last one. */
async function changedWebsites(url: string, { acknowledged }: OfficeLoad): Promise<Finding> {
  const db = await openDatabase({ url });
  const rows = await db.query<{ id: string; site: string }>("select id, site from partnership_inquiries");
  await db.close();
  const sites = new Map(rows.map(({ id, site }) => [id, site]));
  const wrong = acknowledged.filter(({ id, website }) => sites.get(id) !== website).length;
  return finding(
    `of ${acknowledged.length} inquiries with a website, lost or changed`,
    wrong === 0 && acknowledged.length > 0,
    String(wrong),
  );
}
