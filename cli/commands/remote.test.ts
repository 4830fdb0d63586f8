import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { basic, staff } from "../../src/testing/accounts.ts";
import { type TestApp, testApp } from "../../src/testing/app.ts";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { rihla, SLOW } from "../testing.ts";

let app: TestApp;
let server: Bun.Server<undefined>;
let dir: DataDir;
let env: Record<string, string>;
let remote: Record<string, string>;
beforeAll(async () => {
  dir = await freshDataDir();
  app = await testApp({ DATA_DIR: join(dir.path, "server") });
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => app.app.fetch(request, peer) });
  await staff(app, "super_admin", "aisha");
  const body = { name: "CI", scopes: ["server:read", "waitlist:write"] };
  const { json } = await app.send("POST /api/admin/tokens", { headers: basic("aisha"), body });
  env = { DATA_DIR: dir.path };
  remote = { RIHLA_TOKEN: json.token };
}, SLOW);
afterAll(async () => {
  await server?.stop(true);
  await app?.close();
  await dir?.remove();
}, SLOW);

const peer = { address: () => "127.0.0.1", setIdleTimeout: () => {} };
const url = () => ["--url", `http://127.0.0.1:${server.port}`];
const json = ({ out }: { readonly out: string }) => JSON.parse(out);

test(
  "Health, alerts, backups and the database of a server are seen over the network with a token",
  async () => {
    const phrase = join(dir.path, "phrase");
    await Bun.write(phrase, "camels cross the dunes\n");
    const doctor = await rihla(["doctor", "--json", ...url()], remote);
    const checks = json(doctor).map(({ check }: { check: string }) => check);
    expect(checks).toContain("database");
    expect(checks).not.toContain("data directory"); // what only the server's machine can tell
    const status = await rihla(["status", "--json", ...url()], remote);
    expect(json(status)).toMatchObject({ server: url()[1], database: expect.any(String) });
    for (const { state } of json(status).problems) expect(state).not.toBe("ok");
    expect(json(await rihla(["alert", "list", "--json", ...url()], remote))).toEqual([]);
    expect(json(await rihla(["backup", "list", "--json", ...url()], remote))).toEqual([]);
    const database = await rihla(["db", "status", "--json", ...url()], remote);
    expect(json(database)).toMatchObject({ pending: 0, compatible: true });
    for (const flags of [["--pin"], ["--passphrase-file", phrase]]) {
      const kept = await rihla(["backup", "create", ...flags, ...url()], remote);
      expect([kept.exit, kept.err]).toEqual([2, expect.stringContaining("only on the server's machine")]);
    }
    const refused = await rihla(["backup", "create", ...url()], remote);
    expect([refused.exit, refused.err]).toEqual([4, "The scopes of this token do not include this\n"]);
  },
  SLOW,
);

test(
  "A documented path is called by its method, over the network and on this machine alike",
  async () => {
    const input = join(dir.path, "join.json");
    await Bun.write(
      input,
      JSON.stringify({ firstName: "Layla", email: "layla@example.com", city: "Dearborn" }),
    );
    const joined = await rihla(["api", "post", "/api/waitlist", "--input", input, ...url()], remote);
    expect([joined.exit, joined.err]).toEqual([0, ""]);
    const listed = await rihla(["api", "GET", "/api/admin/waitlist?limit=1&q=layla", ...url()], remote);
    expect(json(listed)).toMatchObject([{ email: "layla@example.com" }]);
    const { id } = json(listed)[0];
    const one = await rihla(["api", "GET", `/api/admin/waitlist/${id}`, ...url()], remote);
    expect(json(one)).toMatchObject({ id, firstName: "Layla" });
    const exported = await rihla(["api", "GET", "/api/admin/waitlist/export?format=csv", ...url()], remote);
    expect(exported.out).toContain("layla@example.com");
    expect(json(await rihla(["api", "GET", "/api/admin/waitlist"], env))).toEqual([]);
  },
  SLOW,
);

test(
  "A path that is not documented, another method and a bad body are refused with a sentence and exit 2",
  async () => {
    const bad = join(dir.path, "bad.json");
    await Bun.write(bad, "[1]");
    for (const [args, sentence] of [
      [["GET", "/api/places/%"], "% in the path is no encoded text: write % as %25.\n"],
      [["GET", "/api/nothing"], "/api/nothing is not a documented path; /api/openapi.json lists them all.\n"],
      [["PUT", "/api/admin/waitlist"], "/api/admin/waitlist takes GET, not PUT.\n"],
      [["GET", "api/admin/waitlist"], "The path must begin with /, such as /api/admin/waitlist?limit=5.\n"],
      [["POST", "/api/waitlist", "--input", bad], `${bad} must hold one JSON object.\n`],
      [["POST", "/api/waitlist", "--input", `${bad}.gone`], `${bad}.gone cannot be read.\n`],
      [["POST", "/api/admin/intakes?source=osm"], expect.stringContaining("takes a file")],
    ] as const) {
      const { exit, err } = await rihla(["api", ...args], env);
      expect([args, exit, err]).toEqual([args, 2, sentence as string]);
    }
  },
  SLOW,
);

test("Settings are listed with their origin, and no secret among them", async () => {
  const config = join(dir.path, "rihla.env");
  await Bun.write(config, "PORT=4000\nMETRICS_TOKEN=0123456789abcdef0123456789abcdef\n");
  const { exit, out } = await rihla(["config", "list", "--json"], { ...env, RIHLA_CONFIG: config });
  expect(exit).toBe(0);
  expect(out).not.toContain("0123456789abcdef");
  const settings = Object.fromEntries(
    json({ out }).map(({ name, ...rest }: { name: string }) => [name, rest]),
  );
  expect(settings).toMatchObject({
    PORT: { value: "4000", from: config },
    METRICS_TOKEN: { value: "secret", from: config },
    DATA_DIR: { value: dir.path, from: "environment" },
    TRUST_PROXY: { value: "0", from: "default" },
    MAIL_URL: { value: null, from: "default" },
  });
  const wrong = await rihla(["config", "list"], { ...env, PORT: "none" });
  expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining("PORT must be")]);
});

test("The address of the back office is printed, where there is no browser too", async () => {
  expect(await rihla(["open"], { ...env, PORT: "4100" })).toMatchObject({
    exit: 0,
    out: "http://localhost:4100/admin\n",
  });
  const there = await rihla(["open", "--json", "--url", "https://rihla.example"], env);
  expect(json(there)).toEqual({ address: "https://rihla.example/admin" });
});
