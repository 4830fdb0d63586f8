import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, PASSWORD as STAFF_PASSWORD, staff } from "../../src/testing/accounts.ts";
import { type TestApp, testApp } from "../../src/testing/app.ts";
import { rihla } from "../testing.ts";

let app: TestApp;
let server: Bun.Server<undefined>;
let home: string;
let env: Record<string, string>;
/** What the person in front of the browser does as soon as a device shows its code. */
let decision: "approve" | "deny" = "approve";

beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "super_admin");
  server = Bun.serve({ port: 0, fetch: serve });
});
beforeEach(async () => {
  decision = "approve";
  home = await mkdtemp(join(tmpdir(), "rihla-login-"));
  env = { XDG_CONFIG_HOME: home };
});
afterAll(async () => {
  await server.stop(true);
  await app.close();
});

const peer = { address: () => "127.0.0.1", setIdleTimeout: () => {} };

/** The app on a port; a device's code is decided at once and then polled without a wait. */
async function serve(request: Request): Promise<Response> {
  const response = await app.app.fetch(request, peer);
  if (new URL(request.url).pathname !== "/api/admin/devices") return response;
  const started = (await response.json()) as { userCode: string };
  const body = { userCode: started.userCode };
  await app.send(`POST /api/admin/devices/${decision}`, { headers: basic("admin"), body });
  return Response.json({ ...started, interval: 0 });
}

const url = () => `http://localhost:${server.port}`;
const login = () => rihla(["login", "--url", url(), "--json"], env);
const profilesFile = () => join(home, "rihla", "profiles.json");
const savedToken = async (): Promise<string> =>
  JSON.parse(await readFile(profilesFile(), "utf8")).profiles[`localhost:${server.port}`].token;

test("After a login every command of the scopes works without a password, and only the user can read the token", async () => {
  const done = await login();
  expect([done.exit, JSON.parse(done.out)]).toEqual([
    0,
    {
      profile: `localhost:${server.port}`,
      url: url(),
      username: "admin",
      expiresAt: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect(done.err).toMatch(/Open http:\S+\/admin\/device\?code=[A-Z]{4}-[A-Z]{4}\n/);
  const modes = await Promise.all([stat(profilesFile()), stat(join(home, "rihla"))]);
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o700]);
  expect(done.out + done.err).not.toContain(await savedToken());
  for (const flags of [[], ["--url", url()]]) {
    const list = await rihla(["waitlist", "list", "--json", ...flags], env);
    expect([list.exit, list.out, list.err]).toEqual([0, "[]\n", ""]);
  }
  const file = join(home, "list.csv");
  await Bun.write(file, "firstName,email,consentSource,consentAt\nAmina,amina@example.com,Fair,2025-03-01\n");
  const imported = await rihla(["waitlist", "import", file, "--skip-refused", "--json"], env);
  expect(JSON.parse(imported.out)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: [] });
  const profiles = JSON.parse((await rihla(["profile", "list", "--json"], env)).out);
  expect(profiles).toEqual([expect.objectContaining({ username: "admin", default: true })]);
  const tokens = JSON.parse(
    (await rihla(["token", "list", "--json"], { ...env, ...passwordOf("admin") })).out,
  );
  expect(tokens[0]).toMatchObject({ name: expect.stringMatching(/^rihla on /), username: "admin" });
});

const passwordOf = (user: string) => ({ RIHLA_USER: user, RIHLA_PASSWORD: STAFF_PASSWORD });

test("A call outside the token's scopes and one that needs a password exit 4 and say why", async () => {
  await login();
  const withPassword = ["admin list", "session list", "token list", "person show a@b.example"];
  for (const command of withPassword) {
    const refused = await rihla(command.split(" "), env);
    expect([command, refused.exit, refused.err]).toEqual([
      command,
      4,
      "This needs your password, not a token: set RIHLA_USER and RIHLA_PASSWORD, or run it in a terminal.\n",
    ]);
  }
  const body = { name: "narrow", scopes: ["audit:read"] };
  const narrow = await app.send("POST /api/admin/tokens", { headers: basic("admin"), body });
  const list = await rihla(["waitlist", "list", "--url", url()], { ...env, RIHLA_TOKEN: narrow.json.token });
  expect([list.exit, list.err]).toEqual([4, "The scopes of this token do not include this\n"]);
  expect((await rihla(["waitlist", "export"], { ...env, ...passwordOf("admin") })).exit).toBe(0);
  const local = await rihla(["db", "sweep"], env);
  expect([local.exit, local.err]).toEqual([2, expect.stringContaining("rihla profile use local")]);
});

test("A revoked token exits 4 with the command that signs in again", async () => {
  await login();
  await app.send("POST /api/admin/tokens/revoke", { body: { token: await savedToken() } });
  const list = await rihla(["waitlist", "list"], env);
  expect([list.exit, list.err]).toEqual([
    4,
    `Your sign-in has expired or was revoked: run \`rihla login --url ${url()}\`.\n`,
  ]);
});

test("A logout revokes the token and forgets the profile", async () => {
  await login();
  const token = await savedToken();
  expect((await rihla(["logout"], env)).exit).toBe(0);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await app.send("GET /api/admin/waitlist", { headers })).status).toBe(401);
  expect(await readFile(profilesFile(), "utf8")).not.toContain(token);
  expect((await rihla(["logout"], env)).exit).toBe(3);
});

test("A flag or a variable takes precedence over the default profile, and `local` ends it", async () => {
  await login();
  const dataDir = join(home, "data");
  const here = await rihla(["waitlist", "list"], { ...env, DATA_DIR: dataDir });
  expect([here.exit, here.err]).toEqual([7, expect.stringContaining(`There is no database in ${dataDir}`)]);
  const wrong = await rihla(["waitlist", "list"], { ...env, ...passwordOf("nobody") });
  expect([wrong.exit, wrong.err]).toEqual([4, "Invalid credentials\n"]);
  const elsewhere = await rihla(["waitlist", "list", "--url", "http://127.0.0.1:9"], env);
  expect([elsewhere.exit, elsewhere.err]).toEqual([2, expect.stringContaining("--url needs RIHLA_USER")]);
  const badToken = await rihla(["waitlist", "list"], { ...env, RIHLA_TOKEN: "rihla_wrong" });
  expect([badToken.exit, badToken.err]).toEqual([
    4,
    "The token in RIHLA_TOKEN is wrong, expired or revoked.\n",
  ]);
  expect((await rihla(["profile", "use", "nowhere"], env)).exit).toBe(2);
  expect((await rihla(["profile", "use", "local"], env)).exit).toBe(0);
  const [profile] = JSON.parse((await rihla(["profile", "list", "--json"], env)).out);
  expect(profile.default).toBe(false);
  expect((await rihla(["waitlist", "list", "--url", url()], env)).exit).toBe(0);
});

test("A denied login exits 4 and saves nothing", async () => {
  decision = "deny";
  const denied = await rihla(["login", "--url", url()], env);
  expect([denied.exit, denied.err]).toEqual([4, expect.stringContaining("The sign-in was denied.")]);
  expect(await stat(profilesFile()).catch(() => null)).toBe(null);
});

test("A token for CI is created with the password, works from RIHLA_TOKEN, and is revoked by its id", async () => {
  const flags = ["--name", "CI", "--scopes", "inquiries:read", "--scopes", "audit:read", "--url", url()];
  const made = await rihla(["token", "create", ...flags, "--json"], { ...env, ...passwordOf("admin") });
  expect(made.exit).toBe(0);
  const { id, token, scopes } = JSON.parse(made.out);
  expect(scopes).toEqual(["inquiries:read", "audit:read"]);
  const ci = { ...env, RIHLA_TOKEN: token };
  expect((await rihla(["partnership", "list", "--url", url()], ci)).exit).toBe(0);
  expect((await rihla(["waitlist", "list", "--url", url()], ci)).exit).toBe(4);
  const revoke = ["token", "revoke", id, "--url", url()];
  expect((await rihla(revoke, { ...env, ...passwordOf("admin") })).exit).toBe(0);
  expect((await rihla(["partnership", "list", "--url", url()], ci)).exit).toBe(4);
  await rm(home, { recursive: true });
});

test("A service account is created with its token by a super admin, shown in both lists, and ended by its name", async () => {
  const as = { ...env, ...passwordOf("super_admin") };
  const run = (...args: readonly string[]) => rihla([...args, "--url", url()], as);
  const made = await run("token", "create", "--service", "ci", "--scopes", "waitlist:read", "--json");
  expect(made.exit).toBe(0);
  const ci = { ...env, RIHLA_TOKEN: JSON.parse(made.out).token };
  expect((await rihla(["waitlist", "list", "--url", url()], ci)).exit).toBe(0);
  const accounts = await run("admin", "list");
  expect(accounts.out).toMatch(/isService/);
  expect(accounts.out).toMatch(/ ci +admin +yes/);
  const tokens = await run("token", "list", "--username", "ci", "--json");
  expect(JSON.parse(tokens.out)).toMatchObject([{ name: "ci", username: "ci", scopes: ["waitlist:read"] }]);
  const role = await run("admin", "set-role", "ci", "--role", "super_admin", "--yes");
  expect([role.exit, role.err]).toEqual([6, "This is a service account: it has no password\n"]);
  expect((await run("token", "create", "--scopes", "waitlist:read")).exit).toBe(2);
  expect((await run("admin", "deactivate", "ci", "--yes")).exit).toBe(0);
  expect((await rihla(["waitlist", "list", "--url", url()], ci)).exit).toBe(4);
});
