import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import { freePort } from "../../harness/free-port.ts";

export const HAPROXY_MISSING = "HAProxy is not installed: no haproxy on PATH or in /usr/sbin";

/** A proxy at one address: to whichever server is the primary, or to each instance in turn. */
export interface RunningProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export const findHaproxy = (): string | null =>
  Bun.which("haproxy", { PATH: `${process.env.PATH}:/usr/sbin` });

/**
 * Starts HAProxy in front of servers on 127.0.0.1. It asks each of them `select pg_is_in_recovery()`; a server that is not
 * a primary, or does not answer twice, is down, and its connections are closed.
 */
export async function startHaproxy(
  program: string,
  home: string,
  ports: readonly number[],
): Promise<RunningProxy> {
  const port = await freePort();
  const stop = await run(program, home, configOf(port, ports));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // until its first checks every server counts as up, and it takes turns
  for (let inTurn = 0; inTurn < 2 * ports.length; inTurn = (await leadsToPrimary(url)) ? inTurn + 1 : 0)
    await Bun.sleep(20);
  return { url, stop };
}

/** Starts HAProxy in front of instances, which take turns; answers say in `X-Served-By` whose they are. */
export async function startBalancer(
  program: string,
  home: string,
  urls: readonly string[],
): Promise<RunningProxy> {
  const port = await freePort();
  const stop = await run(program, home, await balancerOf(port, urls));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await Bun.sleep(20);
  return { url, stop };
}

async function run(program: string, home: string, settings: string): Promise<() => Promise<void>> {
  const config = join(home, "haproxy.cfg");
  await Bun.write(config, settings);
  const child = Bun.spawn([program, "-db", "-f", config], { stdio: ["ignore", "ignore", "ignore"] });
  return async () => {
    child.kill();
    await child.exited;
  };
}

async function leadsToPrimary(url: string): Promise<boolean> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    return (await db.query("select where not pg_is_in_recovery()")).length === 1;
  } catch {
    return false; // it does not listen yet
  } finally {
    await db.close();
  }
}

const configOf = (port: number, ports: readonly number[]): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s

listen postgres
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${STARTUP}
  tcp-check send-binary ${QUERY}
  tcp-check expect binary ${PRIMARY}
  default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((each, at) => `  server server${at} 127.0.0.1:${each}`).join("\n")}
`;

/** The settings that the guide gives, for these addresses, and behind another proxy. */
async function balancerOf(port: number, urls: readonly string[]): Promise<string> {
  const guide = await Bun.file(join(import.meta.dir, "../../../docs/operations.md")).text();
  const [, settings = ""] = /^(defaults\n {2}mode http\n.*?)\n {2}server /ms.exec(guide) ?? [];
  return [
    settings
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace(/http-request set-header X-Forwarded-For .*/, "option forwardfor"),
    "  http-response set-header X-Served-By %s",
    ...urls.map((each, at) => `  server instance${at} ${new URL(each).host}`),
    "",
  ].join("\n");
}

/** PostgreSQL's protocol in hexadecimal digits; a length counts itself and what follows it. */
const int32 = (value: number): string => value.toString(16).padStart(8, "0");
const withLength = (content: string): string => int32(content.length / 2 + 4) + content;
const text = (value: string): string => Buffer.from(`${value}\0`).toString("hex");

const STARTUP = withLength(
  `${int32(0x30000)}${["user", "postgres", "database", "postgres", ""].map(text).join("")}`,
);
const QUERY = `51${withLength(text("select pg_is_in_recovery()"))}`;
/** A row with one column, which is one byte long: `f`. */
const PRIMARY = `44${withLength(`0001${int32(1)}66`)}`;
