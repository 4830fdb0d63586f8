import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partner } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { pdf } from "../../testing/evidence-files.ts";
import { serve } from "./serve.ts";

const IDLE_SECONDS = 4;

let home: string;
let app: TestApp;
let server: ReturnType<typeof serve>;
let owner: Record<string, string>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-idle-"));
  app = await testApp({ DATA_DIR: home });
  owner = (await partner(app)).headers;
  server = serve(app.app.fetch, { port: 0, host: "127.0.0.1", log: app.deps.log, idleSeconds: IDLE_SECONDS });
});
afterAll(async () => {
  await server.stop(true);
  await app.close();
  await rm(home, { recursive: true, force: true });
});

/** A connection that stays open until the server closes it. */
function openConnection() {
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  const closed = Promise.withResolvers<void>();
  let received = "";
  socket.on("data", (part) => {
    received += part.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => closed.resolve());
  return {
    closed: closed.promise,
    received: () => received,
    write: (text: string | Uint8Array) => socket.write(text),
    async answered(): Promise<string> {
      while (!received.includes("\r\n\r\n")) await Bun.sleep(5);
      return received.split("\r\n")[0] ?? "";
    },
  };
}

const requestHead = (line: string, headers: Readonly<Record<string, string | number>>): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: "localhost", ...headers }).map((each) => each.join(": ")),
    "",
    "",
  ].join("\r\n");

test("a connection of a caller who is not admitted is closed when idle, whatever it called", async () => {
  const json = { "Content-Type": "application/json", "Content-Length": 2 };
  const calls: [string, string][] = [
    [requestHead("GET /api/admin/waitlist/export", {}), ""],
    [requestHead("GET /partner/api/evidence/none", {}), ""],
    [requestHead("POST /api/admin/sync/trigger", json), "{}"],
    [requestHead("POST /trpc/sync.trigger", json), "{}"],
    [requestHead("POST /partner/api/evidence", { "Content-Length": 1_000, "X-File-Name": "a.pdf" }), "%PDF"],
  ];
  const connections = calls.map(([head, body]) => {
    const connection = openConnection();
    connection.write(head + body);
    return connection;
  });
  for (const [index, connection] of connections.entries()) {
    expect([calls[index], await connection.answered()]).toEqual([calls[index], "HTTP/1.1 401 Unauthorized"]);
    await connection.closed;
  }
});

test("an admitted upload outlasts the idle timeout, and afterwards its connection is closed when idle", async () => {
  const file = pdf("a license");
  const upload = openConnection();
  const idle = openConnection();
  const head = { ...owner, "X-File-Name": "a.pdf", "Content-Length": file.length };
  upload.write(requestHead("POST /partner/api/evidence", head));
  upload.write(file.subarray(0, 8));
  idle.write(requestHead("GET /healthz", {}));
  await idle.closed;
  upload.write(file.subarray(8));
  expect(await upload.answered()).toBe("HTTP/1.1 201 Created");
  await upload.closed;
});

test("after a download its connection is closed when idle", async () => {
  const headers = { ...owner, "X-File-Name": "a.pdf" };
  const { json: file } = await app.send("POST /partner/api/evidence", { raw: pdf("a license"), headers });
  const download = openConnection();
  download.write(requestHead(`GET /partner/api/evidence/${file.id}`, owner));
  await download.closed;
  expect(download.received()).toStartWith("HTTP/1.1 200 OK");
  expect(download.received()).toContain("a license");
});
