import { generateSync } from "otplib";
import { type Env, type Server, startServer } from "../harness/server.ts";
import { addStaff, PASSWORD, signIn } from "../harness/staff.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { type Reply, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const NEW_KEY = "another key for a database that is mistreated";
const CONFLICT = 6; // exit code

/** Two instances change their key one after the other, and each still reads the second factors that both have stored. */
export const rotateKey: Case = {
  name: "rotate-key",
  run: () => onPostgres(({ url }) => steps(instanceEnv(url), url)),
};

async function steps(old: Env, url: string): Promise<Finding[]> {
  const both: Env = { ...old, SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: old.SECRET_KEY ?? "" };
  const onlyNew: Env = { ...old, SECRET_KEY: NEW_KEY };
  let servers = [await startServer(old), await startServer(old)];
  try {
    await addStaff({ url });
    const session = { cookie: await signIn(servers[0]?.url ?? "") };
    const findings = [await secretsWork("with the old key", servers, session)];
    const early = await rotate(old);
    const refused = early === CONFLICT;
    findings.push(finding("refused while an instance lacks the new key", refused, `exit code ${early}`));
    servers = await restart(servers, both);
    findings.push(await secretsWork("with both keys", servers, session));
    const exit = await rotate(both);
    findings.push(finding("rotated beside two instances", exit === 0, `exit code ${exit}`));
    findings.push(await secretsWork("after the rotation", servers, session));
    servers = await restart(servers, onlyNew);
    return [...findings, await secretsWork("with the new key alone", servers, session)];
  } finally {
    await Promise.all(servers.map((each) => each.term()));
  }
}

/** One after the other, as a rolling update does. */
async function restart(servers: readonly Server[], env: Env): Promise<Server[]> {
  const started: Server[] = [];
  for (const each of servers) {
    started.push(await startServer(env));
    await each.term();
  }
  return started;
}

async function rotate(env: Env): Promise<number> {
  const child = Bun.spawn([process.execPath, "cli/main.ts", "db", "rotate-key", "--json"], {
    env: { ...process.env, ...env, RIHLA_NEW_KEY: NEW_KEY },
    stdout: "ignore",
    stderr: "ignore",
  });
  return child.exited;
}

/** A second factor that one instance stores is read by the other, and the other way round. */
async function secretsWork(when: string, servers: readonly Server[], session: Session): Promise<Finding> {
  const statuses: (number | undefined)[] = [];
  for (const [index, at] of servers.entries()) {
    const other = servers[1 - index] ?? at;
    const setup = await post(at, "/api/admin/mfa/setup", session);
    const secret = String(setup?.body.secret);
    const token = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });
    const enabled = await post(other, "/api/admin/mfa/enable", session, { secret, token });
    const disabled = await post(at, "/api/admin/mfa/disable", session, { password: PASSWORD });
    statuses.push(setup?.status, enabled?.status, disabled?.status);
  }
  const ok = statuses.every((status) => status === 200);
  return finding(`second factors across both instances ${when}`, ok, statuses.join(", "));
}

/** The Cookie header, which changes with the second factor. */
interface Session {
  cookie: string;
}

async function post(at: Server, path: string, session: Session, data: object = {}): Promise<Reply | null> {
  const reply = await send(at.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: session.cookie },
    body: JSON.stringify(data),
  });
  session.cookie = reply?.headers.get("set-cookie")?.match(/staff_session=[\w-]+/)?.[0] ?? session.cookie;
  return reply;
}
