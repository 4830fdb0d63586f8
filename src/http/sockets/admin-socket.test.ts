import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { listenOnAdminSocket, listenOnWorkerSocket } from "./admin-socket.ts";
import { isListening, socketPath } from "./admin-socket-client.ts";

let home: string;
let umask: number;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-socket-"));
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(home, { recursive: true, force: true });
});

const respond = async () => new Response("here");

test("no other user can open the admin socket at any time, whatever the umask is", async () => {
  chmodSync(home, 0o755);
  const reachable = new Set<number>();
  let isDone = false;
  const listening = listenOnAdminSocket(home, respond).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const folders = readdirSync(home, { withFileTypes: true }).filter((each) => each.isDirectory());
    const modeOf = (name: string) => statSync(join(home, name), { throwIfNoEntry: false })?.mode; // it may be gone again
    for (const { name } of folders) expect((modeOf(name) ?? 0) & 0o077).toBe(0);
    const socket = modeOf("rihla.sock");
    if (socket !== undefined) reachable.add(socket & 0o777);
    await setImmediate();
  }
  const server = await listening;
  expect(statSync(join(home, "rihla.sock")).mode & 0o777).toBe(0o600);
  expect([...reachable].filter((mode) => mode !== 0o600)).toEqual([]);
  expect(await isListening(socketPath(home) ?? "")).toBe(true);
  expect(readdirSync(home)).toEqual(["rihla.sock"]);
  await server?.stop();
  expect(existsSync(join(home, "rihla.sock"))).toBe(false);
});

test("the client finds the socket in a folder whose path is just short enough, and a longer one has none", async () => {
  const longest = join(home, "d".repeat(100 - home.length - "//rihla.sock".length));
  await mkdir(longest);
  const server = await listenOnAdminSocket(longest, respond);
  expect(socketPath(longest)).not.toBeNull();
  expect(await isListening(socketPath(longest) ?? "")).toBe(true);
  await server?.stop();
  const longer = `${longest}${"d".repeat(100)}`;
  await mkdir(longer);
  expect([socketPath(longer), await listenOnAdminSocket(longer, respond)]).toEqual([null, null]);
});

test("workers that share a folder start at the same time, and one that stops leaves the socket of another", async () => {
  for (let round = 0; round < 10; round++) {
    const both = await Promise.all([1, 2].map(() => listenOnWorkerSocket(home, respond)));
    for (const each of both) await each?.stop();
    expect(readdirSync(home)).toEqual([]);
  }
  const first = await listenOnWorkerSocket(home, respond);
  const second = await listenOnWorkerSocket(home, respond);
  await first?.stop();
  expect(await isListening(second?.path ?? "")).toBe(true);
  await second?.stop();
  expect(readdirSync(home)).toEqual([]);
});

test("a command may take longer to answer than the 10 seconds after which Bun closes a silent connection", async () => {
  const server = await listenOnAdminSocket(home, async () => {
    await Bun.sleep(12_500); // Bun looks at its connections every few seconds
    return new Response("done");
  });
  const answer = await fetch("http://socket/", { unix: join(home, "rihla.sock") });
  expect(await answer.text()).toBe("done");
  await server?.stop();
}, 30_000);
