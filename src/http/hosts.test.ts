import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { placeSite } from "../testing/places/place-site.ts";
import { place } from "../testing/places/places.ts";
import { serve } from "./sockets/serve.ts";

let home: string;
let app: TestApp;
let server: ReturnType<typeof serve>;
let paths: readonly string[];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-hosts-"));
  app = await testApp({ DATA_DIR: home }, {}, placeSite());
  await staff(app, "super_admin");
  const [noor, merged] = [await place(app, { name: "Noor" }), await place(app, { name: "Nour" })];
  const body = { duplicateId: merged.id };
  const done = await app.send(`POST /api/admin/pois/${noor.id}/merge`, {
    headers: basic("super_admin"),
    body,
  });
  expect(done.status).toBe(200);
  paths = [
    "/",
    "/places?q=noor&page=2",
    `/places/${noor.id}`,
    `/places/${noor.id}?on=2026-01-01`,
    `/places/${noor.id}/badge.svg`,
    `/places/${merged.id}?on=2026-01-01`,
    "/api/places?q=noor",
    "/trpc/public.places.search",
    "/unknown",
  ];
  server = serve(app.app.fetch, { port: 0, host: "127.0.0.1", log: app.deps.log, idleSeconds: 10 });
});
afterAll(async () => {
  await server.stop(true);
  await app.close();
  await rm(home, { recursive: true, force: true });
});

function statusOf(request: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  let received = "";
  socket.on("data", (part) => {
    received += part.toString("latin1");
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0)));
  socket.write(request);
  return promise;
}

const HOSTS = [
  "1..2",
  "999.999.999.999",
  "1.2.3.4.5",
  "xn--a",
  "xn--",
  "a:99999",
  "[:::]",
  "[.]",
  "..",
  "a b",
  "é",
];

test.each(HOSTS)(
  "a request for the host %j is answered or refused, never an error of the server",
  async (host) => {
    for (const path of paths)
      for (const method of ["GET", "HEAD"]) {
        const status = await statusOf(
          `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect([method, path, status >= 200 && status < 500]).toEqual([method, path, true]);
      }
  },
);
