import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { basic, PASSWORD, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "partner_manager", "known");
  await partner(app, "known@example.com");
});
afterAll(async () => {
  argon2.mockRestore(); // the files after this one run in the same process
  await app.close();
});

/** The argon2 function itself, below any code that could skip it. */
const argon2 = spyOn(Bun.password, "verify");
afterEach(() => argon2.mockClear());

/** The parameters of each hash that a password was compared with: the cost of the comparison. */
const workDone = (): readonly string[] =>
  argon2.mock.calls.map(([, hash]) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+/.exec(`${hash}`)?.[0] ?? "none");

const post = (path: string, body: object) => app.send(`POST ${path}`, { body });

/** The ways to sign in with a password. */
const SIGN_INS = {
  "staff login": (name: string) => post("/api/admin/login", { username: name, password: "wrong password" }),
  "partner manager login": (name: string) =>
    post("/api/partner-manager/login", { username: name, password: "wrong password" }),
  "partner login": (name: string) =>
    post("/partner/api/login", { email: `${name}@example.com`, password: "wrong password" }),
  "HTTP Basic": (name: string) =>
    app.send("GET /api/admin/waitlist", { headers: basic(name, "wrong password") }),
} as const;

for (const [way, signIn] of Object.entries(SIGN_INS)) {
  test(`login by ${way}: an unknown name costs the same argon2 work and gets the same response as a wrong password`, async () => {
    const wrong = await signIn("known");
    const workForKnown = workDone();
    argon2.mockClear();
    const unknown = await signIn("unknown");
    expect(workForKnown).toHaveLength(1);
    expect(workDone()).toEqual(workForKnown);
    expect([unknown.status, unknown.json.error, unknown.json.code]).toEqual([
      401,
      wrong.json.error,
      wrong.json.code,
    ]);
  });
}

test("a correct password costs one comparison as well", async () => {
  const response = await post("/partner/api/login", { email: "known@example.com", password: PASSWORD });
  expect([response.status, workDone().length]).toEqual([200, 1]);
});
