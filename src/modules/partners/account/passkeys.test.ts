import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { throttle } from "../../../core/auth/auth.table.ts";
import { minutes } from "../../../shared/duration.ts";
import { PASSWORD, partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { SoftPasskey } from "../../../testing/authenticator.ts";
import { addPasskey, PARTNER_PASSKEYS, sessionOf, signInWith } from "../../../testing/passkeys.ts";
import { partnerPasskeys } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
});
afterAll(() => app.close());

type Owner = Awaited<ReturnType<typeof partner>>;

const CONFIRM = "POST /partner/api/session/reauthenticate";

test("signing in with a passkey answers the partner's profile", async () => {
  const { id, headers } = await partner(app, "profile@example.com");
  const passkey = new SoftPasskey();
  await addPasskey(app, PARTNER_PASSKEYS, headers, passkey);
  const { json } = await signInWith(app, PARTNER_PASSKEYS, passkey);
  expect(json).toEqual((await app.send("GET /partner/api/me", { headers })).json);
  expect(json.id).toBe(id);
});

test("a sign-in without what a passkey answers is refused in a plain sentence for every field", async () => {
  for (const response of [undefined, {}, { id: 5, rawId: "a b", type: "password", response: {} }]) {
    const { status, json } = await app.send("POST /partner/api/passkeys/sign-in", { body: { response } });
    expect([status, json.error]).toEqual([400, "response must be what the passkey answered"]);
    expect(new Set(Object.values(json.fields))).toEqual(new Set([json.error]));
  }
});

test("a stolen session cannot add a passkey without the password, which makes the session recent", async () => {
  const { headers } = await partner(app, "careful@example.com");
  app.clock.forward(minutes(10) + 1);
  expect((await addPasskey(app, PARTNER_PASSKEYS, headers)).json.code).toBe("REAUTHENTICATE");
  const wrong = await app.send(CONFIRM, { headers, body: { password: "not this one" } });
  expect([wrong.status, wrong.json.error]).toEqual([401, "Your current password is not right"]);
  expect((await addPasskey(app, PARTNER_PASSKEYS, headers)).json.code).toBe("REAUTHENTICATE");
  const confirmed = await app.send(CONFIRM, { headers, body: { password: PASSWORD } });
  expect([confirmed.status, confirmed.json]).toEqual([200, { success: true }]);
  expect((await addPasskey(app, PARTNER_PASSKEYS, sessionOf(confirmed))).status).toBe(201);
  expect((await app.send("GET /partner/api/me", { headers })).status).toBe(401); // it has a new token
});

test("wrong passwords are throttled when a partner confirms, as at the sign-in", async () => {
  const { headers } = await partner(app, "guessed@example.com");
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await app.send(CONFIRM, { headers, body: { password: "wrong" } })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test("the passkeys of a partner deleted by staff or by themselves are refused in the words of unknown ones", async () => {
  const deletions = [
    ({ id }: Owner) => app.operate("partnerManager.partners.delete", { id }),
    ({ headers }: Owner) => app.send("DELETE /partner/api/me", { headers, body: { password: PASSWORD } }),
  ];
  for (const [nth, deletePartner] of deletions.entries()) {
    const owner = await partner(app, `leaving${nth}@example.com`);
    const passkey = new SoftPasskey();
    await addPasskey(app, PARTNER_PASSKEYS, owner.headers, passkey);
    const before = await app.db.orm.$count(partnerPasskeys);
    await deletePartner(owner);
    const kept = nth === 0 ? 1 : 0; // one that staff deleted can be restored
    expect(await app.db.orm.$count(partnerPasskeys)).toBe(before - 1 + kept);
    const unknown = await signInWith(app, PARTNER_PASSKEYS, new SoftPasskey());
    const refused = await signInWith(app, PARTNER_PASSKEYS, passkey);
    expect([refused.status, refused.json.error]).toEqual([401, unknown.json.error]);
  }
});
