import { join } from "node:path";
import { freePort } from "../harness/free-port.ts";
import { startNeonProxy } from "../harness/neon-proxy.ts";
import { type Env, type Server, startServer } from "../harness/server.ts";
import { addStaff, basic, signIn } from "../harness/staff.ts";
import { type Case, type Finding, missing } from "../harness/suite.ts";
import { post, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";
import { asking, at, trigger } from "./sync/setup.ts";

const MAIN = "main";
export const POOL_SIZE = 3;

/** The same calls through Neon's driver and its proxy. */
export const neon: Case = {
  name: "neon",
  run: () =>
    onPostgres(async ({ postgres, url }) => {
      const proxy = startNeonProxy(`127.0.0.1:${postgres.port}`);
      try {
        return await sameCalls(
          { ...instanceEnv(url), DATABASE_DRIVER: "neon", NEON_WS_PROXY: proxy.hostPort },
          url,
        );
      } finally {
        await proxy.stop();
      }
    }),
};

/** The same calls through a pooler that gives each transaction another connection. */
export const bouncer: Case = {
  name: "pgbouncer",
  isUntimed: true,
  run: () => throughBouncer(({ through, url }) => sameCalls(instanceEnv(through), url)),
};

const DATABASES = ["postgres", MAIN];

/** Runs `work` on a PostgreSQL server and PgBouncer in front of it. Reports a skip if one of them is not installed. */
export async function throughBouncer(
  work: (ground: { readonly url: string; readonly through: string }) => Promise<Finding[]>,
): Promise<Finding[]> {
  const program = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });
  if (program === null) return [missing("PgBouncer is not installed: no pgbouncer on PATH or in /usr/sbin")];
  return onPostgres(async ({ postgres, url, home }) => {
    const port = await freePort();
    const child = await startBouncer(program, { port, to: postgres.port, home });
    try {
      return await work({ url, through: url.replace(`:${postgres.port}/`, `:${port}/`) });
    } finally {
      child.kill();
      await child.exited;
    }
  });
}

async function startBouncer(program: string, at: { port: number; to: number; home: string }) {
  const users = join(at.home, "users");
  const settings = join(at.home, "pgbouncer.ini");
  await Bun.write(users, '"postgres" ""\n');
  await Bun.write(
    settings,
    `[databases]
${DATABASES.map((name) => `${name} = host=127.0.0.1 port=${at.to} dbname=${name} user=postgres`).join("\n")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${at.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
logfile = ${join(at.home, "pgbouncer.log")}
auth_file = ${users}
`,
  );
  // it refuses to run as root
  const owner =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (owner.length > 0) await Bun.$`chown -R postgres ${at.home}`.quiet();
  const child = Bun.spawn([...owner, program, "-q", settings], { stdout: "ignore", stderr: "inherit" });
  await Bun.sleep(500);
  return child;
}

async function sameCalls(env: Env, direct: string): Promise<Finding[]> {
  await asking(direct, `create database ${MAIN}`);
  const main = at(env.DATABASE_URL ?? "", MAIN);
  const server = await startServer({ ...env, MAIN_DATABASE_URL: main, TRUST_PROXY: "1" });
  await addStaff({ url: direct });
  await asking(direct, PLACES);
  try {
    const findings = [
      ...(await visitorCalls(server.url)),
      ...(await staffCalls(server.url)),
      await syncCall(server, at(direct, MAIN)),
    ];
    const errors = server.log().match(/^.*"level":"error".*$/gm) ?? [];
    return [...findings, finding("unexpected errors", errors.length === 0, errors[0] ?? "none")];
  } finally {
    await server.term();
  }
}

async function visitorCalls(url: string): Promise<Finding[]> {
  const signup = { firstName: 'Zoë, "=1+1"', email: "Zoe@example.org" };
  const many = await Promise.all(
    Array.from({ length: 200 }, (_, turn) =>
      post(
        `${url}/api/waitlist`,
        { ...signup, email: `many${turn}@example.org` },
        { from: `10.4.0.${turn}` },
      ),
    ),
  );
  const joined = await post(`${url}/api/waitlist`, signup);
  const again = await post(`${url}/api/waitlist`, {
    ...signup,
    email: "ZOE@example.org",
    isBetaTester: true,
  });
  const empty = await post(`${url}/api/waitlist`, { firstName: "Amina" });
  const inquiry = await post(`${url}/api/partnership`, {
    businessName: "Noor Foods",
    email: "noor@example.org",
  });
  return [
    finding(
      "200 signups at once",
      many.every((each) => each?.status === 201),
      "all 201",
    ),
    finding(
      "a signup and the same signup again",
      joined?.status === 201 && again?.status === 201,
      `${joined?.status} ${again?.status}`,
    ),
    finding("a signup without an email is refused", empty?.status === 400, `${empty?.status}`),
    finding("an inquiry is accepted", inquiry?.status === 201, `${inquiry?.status}`),
  ];
}

async function staffCalls(url: string): Promise<Finding[]> {
  const get = (path: string, authorization = basic()) =>
    send(url + path, { headers: { Authorization: authorization } });
  const list = await get("/api/admin/waitlist?limit=2");
  const csv = String((await get("/api/admin/waitlist/export"))?.body.text);
  const inquiries = String((await get("/api/admin/partnerships/export"))?.body.text);
  const wrong = await get("/api/admin/waitlist", basic("wrong"));
  const own = csv.includes('"Zoë, ""=1+1"""') && csv.includes('"Zoe@example.org","","true"');
  return [
    finding(
      "the list of inquiries",
      list?.headers.get("x-total-count") === "201",
      `${list?.headers.get("x-total-count")} signups`,
    ),
    finding(
      "the export of the waitlist",
      csv.trim().split("\r\n").length === 202 && own,
      `${csv.trim().split("\r\n").length} lines`,
    ),
    finding("the export of inquiries", inquiries.includes('"Noor Foods"'), `${inquiries.length} characters`),
    finding("a wrong password is refused", wrong?.status === 401, `${wrong?.status}`),
  ];
}

const PLACES = `insert into pois (id, place_id, name, address, city, state, category, created_at, updated_at)
  select 'place-' || n, 'p' || n, 'Place ' || n, n || ' Main St', 'Dearborn', 'MI', 'restaurant', now(), now()
  from generate_series(1, 100) n`;

async function syncCall(server: Server, main: string): Promise<Finding> {
  const reply = await trigger(server, await signIn(server.url), { wait: true });
  const rows = await asking(main, "select from public.places");
  return finding("a sync run", reply?.body.synced === 100 && rows.length === 100, `${rows.length} places`);
}
