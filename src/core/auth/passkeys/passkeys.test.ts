import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog } from "../../../modules/audit/table.ts";
import { mails } from "../../../modules/mail/table.ts";
import { minutes } from "../../../shared/duration.ts";
import { MAX_PASSKEYS } from "../../../shared/people/passkeys.ts";
import { partner, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { SoftPasskey } from "../../../testing/authenticator.ts";
import {
  addPasskey,
  PARTNER_PASSKEYS,
  STAFF_PASSKEYS,
  sessionOf,
  signInWith,
} from "../../../testing/passkeys.ts";
import { passkeyChallenges, throttle } from "../auth.table.ts";

type Headers = Record<string, string>;

let app: TestApp;
let made = 0;
const unique = (prefix: string): string => {
  made += 1;
  return prefix + made;
};
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

const AUDIENCES = [
  {
    audience: "staff",
    base: STAFF_PASSKEYS,
    action: "admin.passkeys",
    session: "GET /api/admin/session",
    async account(): Promise<{ id: string; headers: Headers }> {
      const name = unique("staff");
      const id = await staff(app, "admin", name);
      return { id, headers: await signIn(app, name) };
    },
  },
  {
    audience: "partner",
    base: PARTNER_PASSKEYS,
    action: "partner.passkeys",
    session: "GET /partner/api/me",
    account: (): Promise<{ id: string; headers: Headers }> => partner(app, `${unique("owner")}@example.com`),
  },
] as const;

const REFUSED = [401, "This passkey cannot be used here. Please sign in another way.", "UNAUTHENTICATED"];
const NOT_ADDED = [400, "This passkey could not be added. Please try again.", "INVALID_INPUT"];
const outcome = ({ status, json }: { status: number; json: { error?: string; code?: string } }) => [
  status,
  json.error,
  json.code,
];

describe.each(AUDIENCES)("passkeys of $audience", ({ audience, base, action, session, account }) => {
  const other = audience === "staff" ? PARTNER_PASSKEYS : STAFF_PASSKEYS;
  const list = async (headers: Headers) => (await app.send(`GET ${base}`, { headers })).json;
  const withPasskey = async (passkey = new SoftPasskey()) => {
    const { id, headers } = await account();
    const added = await addPasskey(app, base, headers, passkey);
    if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status}: ${added.text}`);
    return { id, headers, passkey, added: added.json };
  };

  test("a session that is ended while its passkey is being added adds none", async () => {
    const { id, headers } = await account();
    const options = await app.send(`POST ${base}/options`, { headers });
    const response = new SoftPasskey().create(options.json, {});
    const { transaction } = app.deps.db;
    const spy = spyOn(app.deps.db, "transaction").mockImplementationOnce(async (work, settings) => {
      await app.deps.sessions[audience].endAll(app.db.orm, id);
      return transaction.call(app.deps.db, work, settings) as ReturnType<typeof work>;
    });
    const refused = await app.send(`POST ${base}`, { headers, body: { name: "Late", response } });
    spy.mockRestore();
    expect(refused.status).toBe(401);
    expect(await app.db.query(`select from ${audience}_passkeys where user_id = $1`, [id])).toEqual([]);
  });

  test("a passkey is added with its name, listed without its key, mailed to the owner and recorded", async () => {
    const { id, headers, passkey, added } = await withPasskey();
    const row = { id: added.id, name: "My phone", createdAt: app.clock.now.toISOString(), lastUsedAt: null };
    expect(added).toEqual(row);
    expect(await list(headers)).toEqual([row]);
    expect(JSON.stringify(await list(headers))).not.toContain(passkey.id);
    const notices = await app.db.orm
      .select()
      .from(mails)
      .where(eq(mails.kind, `${audience}-passkey-added`));
    expect(notices.at(-1)?.subject).toBe("Your account has a new passkey");
    const mine = and(eq(auditLog.action, `${action}.add`), eq(auditLog.subject, id));
    const [entry] = await app.db.orm.select().from(auditLog).where(mine).orderBy(auditLog.id);
    expect(entry?.after).toMatchObject({ passkey: added.id });
  });

  test("the options ask for a resident key, user verification and no key that the account has", async () => {
    const { headers, passkey } = await withPasskey();
    const { json } = await app.send(`POST ${base}/options`, { headers });
    expect(json).toMatchObject({
      rp: { id: "localhost", name: "Rihla" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [{ id: passkey.id, type: "public-key", transports: ["internal"] }],
    });
    const signing = (await app.send(`POST ${base}/sign-in/options`)).json;
    expect(signing).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(signing.allowCredentials).toBeUndefined();
  });

  test("a passkey signs in, opens a session of its own and notes when it was used", async () => {
    const { id, headers, passkey } = await withPasskey();
    const signedIn = await signInWith(app, base, passkey);
    expect(signedIn.status).toBe(200);
    expect((await app.send(session, { headers: sessionOf(signedIn) })).status).toBe(200);
    expect((await list(headers))[0].lastUsedAt).toBe(app.clock.now.toISOString());
    const mine = and(eq(auditLog.action, `${action}.signIn`), eq(auditLog.subject, id));
    const [entry] = await app.db.orm.select().from(auditLog).where(mine).orderBy(auditLog.id);
    expect(entry?.after).toEqual({ success: true });
  });

  test("a key that syncs and keeps its counter at zero signs in again and again", async () => {
    const { passkey } = await withPasskey(new SoftPasskey("http://localhost:3000", false));
    const statuses = [await signInWith(app, base, passkey), await signInWith(app, base, passkey)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test("a sign-in from another origin, for another site, without verification or with another's handle is refused", async () => {
    const { passkey } = await withPasskey();
    const deviations = [
      { origin: "https://rihla.example" },
      { rpId: "rihla.example" },
      { verified: false },
      { userHandle: Buffer.from("someone else").toString("base64url") },
      { challenge: Buffer.from("made up").toString("base64url") },
    ];
    for (const deviation of deviations)
      expect([deviation, outcome(await signInWith(app, base, passkey, deviation))]).toEqual([
        deviation,
        REFUSED,
      ]);
    expect((await signInWith(app, base, passkey)).status).toBe(200);
  });

  test("adding from another origin, for another site, without verification or with a made-up challenge is refused", async () => {
    const { headers } = await account();
    const deviations = [
      { origin: "https://rihla.example" },
      { rpId: "rihla.example" },
      { verified: false },
      { challenge: "bWFkZSB1cA" },
    ];
    for (const deviation of deviations) {
      const refused = await addPasskey(app, base, headers, new SoftPasskey(), deviation);
      expect([deviation, outcome(refused)]).toEqual([deviation, NOT_ADDED]);
    }
    expect(await list(headers)).toEqual([]);
  });

  test("bodies that are no answer of a passkey are 400 and change nothing", async () => {
    const { headers } = await account();
    const shapes = [{}, { response: "x" }, { name: "n", response: { id: "a" } }, { response: null }];
    for (const body of shapes) {
      expect((await app.send(`POST ${base}`, { headers, body })).status).toBe(400);
      expect((await app.send(`POST ${base}/sign-in`, { body })).status).toBe(400);
    }
    const { json } = await app.send(`POST ${base}/options`, { headers });
    const garbage = new SoftPasskey().create(json);
    const response = { ...garbage, response: { ...garbage.response, clientDataJSON: "AAAA" } };
    expect(outcome(await app.send(`POST ${base}`, { headers, body: { name: "n", response } }))).toEqual(
      NOT_ADDED,
    );
    const unnamed = { name: " ", response: garbage };
    expect((await app.send(`POST ${base}`, { headers, body: unnamed })).json.fields.name).toBeString();
    expect(await list(headers)).toEqual([]);
  });

  test("of twenty parallel sign-ins with one challenge one holds, and later ones are refused", async () => {
    const { passkey } = await withPasskey(new SoftPasskey("http://localhost:3000", false));
    const options = (await app.send(`POST ${base}/sign-in/options`)).json;
    const use = () => app.send(`POST ${base}/sign-in`, { body: { response: passkey.get(options) } });
    const all = await Promise.all(Array.from({ length: 20 }, use));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await use())).toEqual(REFUSED);
  });

  test("a parallel use of one counter value holds once", async () => {
    const { passkey } = await withPasskey();
    const options = [1, 2].map(() => app.send(`POST ${base}/sign-in/options`));
    const responses = (await Promise.all(options)).map(({ json }) => passkey.get(json, { counter: 7 }));
    const all = await Promise.all(
      responses.map((response) => app.send(`POST ${base}/sign-in`, { body: { response } })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("of parallel additions of one key one holds, and the key is not added twice", async () => {
    const { headers } = await account();
    const passkey = new SoftPasskey();
    const options = (await app.send(`POST ${base}/options`, { headers })).json;
    const body = { name: "Key", response: passkey.create(options) };
    const all = await Promise.all([1, 2, 3].map(() => app.send(`POST ${base}`, { headers, body })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const again = await addPasskey(app, base, headers, passkey);
    expect([again.status, again.json.code]).toEqual([409, "CONFLICT"]);
    expect(await list(headers)).toHaveLength(1);
  });

  test("another account cannot add a key that is taken, nor use the challenge of the first", async () => {
    const { headers, passkey } = await withPasskey();
    const stranger = await account();
    const taken = await addPasskey(app, base, stranger.headers, passkey);
    expect([taken.status, taken.json.error]).toEqual([409, "This passkey was added already"]);
    const options = (await app.send(`POST ${base}/options`, { headers })).json;
    const body = { name: "Key", response: new SoftPasskey().create(options) };
    expect(outcome(await app.send(`POST ${base}`, { headers: stranger.headers, body }))).toEqual(NOT_ADDED);
  });

  test("a challenge of five minutes ago is refused, a newer one is not; expired ones are deleted", async () => {
    const { headers, passkey } = await withPasskey();
    const fresh = (await app.send(`POST ${base}/sign-in/options`)).json;
    app.clock.forward(minutes(5) - 1);
    const intime = await app.send(`POST ${base}/sign-in`, { body: { response: passkey.get(fresh) } });
    expect(intime.status).toBe(200);
    const signing = (await app.send(`POST ${base}/sign-in/options`)).json;
    const adding = (await app.send(`POST ${base}/options`, { headers })).json;
    app.clock.forward(minutes(5));
    const late = await app.send(`POST ${base}/sign-in`, { body: { response: passkey.get(signing) } });
    expect(outcome(late)).toEqual(REFUSED);
    const body = { name: "Key", response: new SoftPasskey().create(adding) };
    expect(outcome(await app.send(`POST ${base}`, { headers, body }))).toEqual(NOT_ADDED);
    app.clock.forward(1);
    await app.operate("operator.maintenance.sweep");
    expect(await app.db.orm.select().from(passkeyChallenges)).toEqual([]);
  });

  test("the database keeps no challenge that can be used", async () => {
    const { json } = await app.send(`POST ${base}/sign-in/options`);
    expect(JSON.stringify(await app.db.orm.select().from(passkeyChallenges))).not.toContain(json.challenge);
  });

  test("a counter that goes backwards or stays is refused, and the key still works with the next one", async () => {
    const { passkey } = await withPasskey();
    expect((await signInWith(app, base, passkey, { counter: 5 })).status).toBe(200);
    for (const counter of [4, 5, 0])
      expect(outcome(await signInWith(app, base, passkey, { counter }))).toEqual(REFUSED);
    expect((await signInWith(app, base, passkey, { counter: 6 })).status).toBe(200);
  });

  test("a passkey means nothing to the other audience, nor to the other's challenge", async () => {
    const { passkey } = await withPasskey();
    expect(outcome(await signInWith(app, other, passkey))).toEqual(REFUSED);
    const { json } = await app.send(`POST ${other}/sign-in/options`);
    const crossed = await app.send(`POST ${base}/sign-in`, { body: { response: passkey.get(json) } });
    expect(outcome(crossed)).toEqual(REFUSED);
  });

  test("an unknown passkey is refused in the same words", async () => {
    expect(outcome(await signInWith(app, base, new SoftPasskey()))).toEqual(REFUSED);
  });

  test("sign-ins that succeed do not count against the address, however many an office makes", async () => {
    const passkey = new SoftPasskey();
    await addPasskey(app, base, (await account()).headers, passkey);
    for (let n = 0; n < 35; n += 1)
      expect([n, (await signInWith(app, base, passkey)).status]).toEqual([n, 200]);
  });

  test("thirty refused passkeys of one address begin waits", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await signInWith(app, base, new SoftPasskey())).status);
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
  });

  test("a passkey is renamed by its owner alone", async () => {
    const { headers, added } = await withPasskey();
    const stranger = await account();
    const rename = (sent: Headers, name: string) =>
      app.send(`PUT ${base}/${added.id}`, { headers: sent, body: { name } });
    expect((await rename(stranger.headers, "Mine")).status).toBe(404);
    expect((await rename(headers, "")).status).toBe(400);
    expect((await rename(headers, "Work laptop")).json.name).toBe("Work laptop");
    expect((await list(headers))[0].name).toBe("Work laptop");
  });

  test("a passkey is removed by its owner alone, ends the other sessions and signs in no more", async () => {
    const { headers, passkey, added } = await withPasskey();
    const stranger = await account();
    const opened = sessionOf(await signInWith(app, base, passkey));
    const remove = (sent: Headers) => app.send(`DELETE ${base}/${added.id}`, { headers: sent });
    expect((await remove(stranger.headers)).status).toBe(404);
    const removed = await remove(headers);
    expect([removed.status, removed.json]).toEqual([200, { success: true }]);
    expect((await app.send(session, { headers: opened })).status).toBe(401);
    expect((await app.send(session, { headers: sessionOf(removed) })).status).toBe(200);
    expect(outcome(await signInWith(app, base, passkey))).toEqual(REFUSED);
    expect((await remove(sessionOf(removed))).status).toBe(404);
  });

  test(`an account has at most ${MAX_PASSKEYS} passkeys`, async () => {
    const { headers } = await account();
    for (let n = 0; n < MAX_PASSKEYS; n += 1) expect((await addPasskey(app, base, headers)).status).toBe(201);
    const { status, json } = await addPasskey(app, base, headers);
    expect([status, json.code]).toEqual([409, "CONFLICT"]);
  });

  test("adding and removing need a recent authentication, and confirming with the account's own passkey gives it", async () => {
    const { headers, passkey, added } = await withPasskey();
    app.clock.forward(minutes(10) + 1);
    const stale = [
      await app.send(`POST ${base}/options`, { headers }),
      await addPasskey(app, base, headers),
      await app.send(`DELETE ${base}/${added.id}`, { headers }),
    ];
    expect(stale.map(({ status, json }) => [status, json.code])).toEqual(
      Array(3).fill([403, "REAUTHENTICATE"]),
    );
    const confirm = `POST ${base.replace("passkeys", "session/reauthenticate")}`;
    expect((await app.send(confirm, { headers, body: {} })).json.code).toBe("REAUTHENTICATE");
    const stranger = await withPasskey();
    const signed = async (key: SoftPasskey) => key.get((await app.send(`POST ${base}/sign-in/options`)).json);
    const foreign = await app.send(confirm, { headers, body: { passkey: await signed(stranger.passkey) } });
    expect(outcome(foreign)).toEqual(REFUSED);
    const confirmed = await app.send(confirm, { headers, body: { passkey: await signed(passkey) } });
    expect(confirmed.status).toBe(200);
    expect((await addPasskey(app, base, sessionOf(confirmed))).status).toBe(201);
  });
});
