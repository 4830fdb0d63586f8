import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import type { PersonRole } from "../../../shared/people/accounts.ts";
import { basic, colleague, PASSWORD, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { currentPartners, partnerInvitations, partnerPeople, partnerSessions } from "../table.ts";

const EXPIRED = "This link has expired or was used already";
const LAST = "A business needs an owner. Please make someone else an owner first.";

let app: TestApp;
let count = 0;
let ownerEmail: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp({ MAIL_URL: "smtp://127.0.0.1:9", REQUIRE_CONFIRMED_EMAIL: "off" });
  for (const role of ["partner_manager", "super_admin", "admin"] as const) await staff(app, role);
});
beforeEach(async () => {
  count++;
  ownerEmail = `owner-${count}@example.com`;
  owner = await partner(app, ownerEmail);
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const at = (headers: Headers, line: string, body?: unknown) =>
  app.send(line, { headers, ...(body !== undefined && { body }) });
const asManager = (line: string) => app.send(line, { headers: basic("partner_manager") });
const list = async (headers: Headers = owner.headers) => (await at(headers, "GET /partner/api/people")).json;
const newEmail = () => `layla-${++count}@example.com`;
const invite = (headers: Headers, email: string, role: PersonRole) =>
  at(headers, "POST /partner/api/people/invitations", { email, role });
const accept = (token: string, name = "Layla", password = PASSWORD) =>
  app.send("POST /partner/api/people/invitations/accept", { body: { token, name, password } });
const tokenOf = async (email: string) => (await lastMail(app, email, "partner-colleague")).token;
const signIn = (email: string, password = PASSWORD) =>
  app.send("POST /partner/api/login", { body: { email, password } });
const answerOf = ({ status, json }: Awaited<ReturnType<typeof at>>) => [status, json.error];

describe("an invited person", () => {
  test("joins with a name and a password, and works for the business in the own name", async () => {
    const email = newEmail();
    const invited = await invite(owner.headers, email, "editor");
    expect([invited.status, invited.json]).toMatchObject([201, { email, role: "editor", link: null }]);
    const token = await tokenOf(email);
    const shown = await app.send("POST /partner/api/people/invitations/show", { body: { token } });
    expect(shown.json).toEqual({ email, role: "editor", businessName: "Noor Grill" });
    expect((await accept(token)).json).toEqual({ success: true });

    const login = await signIn(email);
    expect(login.json).toMatchObject({
      ...{ id: owner.id, email, businessName: "Noor Grill", contactName: "Maryam", emailConfirmed: true },
    });
    const { people, invitations } = await list();
    expect((await at(owner.headers, "GET /partner/api/people/me")).json).toMatchObject({
      id: owner.id,
      role: "owner",
    });
    expect(people).toMatchObject([
      { id: owner.id, name: "Maryam", role: "owner", leads: true, invitedBy: null },
      {
        name: "Layla",
        email,
        role: "editor",
        leads: false,
        invitedBy: "Maryam",
        lastLoginAt: expect.any(String),
      },
    ]);
    expect(invitations).toEqual([]);
    const headers = {
      Cookie: /partner_session=[\w-]+/.exec(login.headers.get("set-cookie") ?? "")?.[0] ?? "",
    };
    const { id: placeId } = await place(app, { name: `Grill ${count}` }, owner.id);
    expect((await at(headers, `PUT /partner/api/my-pois/${placeId}/facts`, { parking: true })).status).toBe(
      200,
    );
    const entries = await app.db.orm.select().from(auditLog).where(eq(auditLog.action, "partner.facts.save"));
    expect(entries.at(-1)).toMatchObject({
      actorId: people[1].id,
      actorName: "Layla (Noor Grill)",
      subject: placeId,
    });
  });

  test("may be a stranger, and is mailed no name that a business can change, verified or not", async () => {
    const [unverified, verified] = [newEmail(), newEmail()];
    await invite(owner.headers, unverified, "manager");
    await asManager(`PUT /api/partner-manager/partners/${owner.id}/verify`);
    const profile = { businessName: "You won a prize", contactName: "Maryam", phone: "" };
    expect((await at(owner.headers, "PUT /partner/api/me", profile)).status).toBe(200);
    await invite(owner.headers, verified, "manager");
    for (const email of [unverified, verified]) {
      const [mail] = await mailsTo(app, email);
      expect(mail?.text).toContain("A business invites you");
      for (const name of ["Noor Grill", "You won a prize"]) expect(mail?.text).not.toContain(name);
    }
  });

  test("whose address has an account elsewhere is told so by the link alone", async () => {
    const other = `other-${count}@example.com`;
    await partner(app, other);
    const [known, unknown] = [
      await invite(owner.headers, other, "editor"),
      await invite(owner.headers, newEmail(), "editor"),
    ];
    expect([known.status, Object.keys(known.json)]).toEqual([unknown.status, Object.keys(unknown.json)]);
    const token = await tokenOf(other);
    const refused = await accept(token);
    expect(refused.status).toBe(409);
    expect(refused.json.error).toContain("already has a partner account of another business");
    expect(answerOf(await accept(token))[0]).toBe(409); // the link is not used up
  });

  test("of two answers at the same time gives one account", async () => {
    const email = newEmail();
    await invite(owner.headers, email, "editor");
    const token = await tokenOf(email);
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("gets in neither after seven days, nor by a withdrawn or replaced invitation, nor with a weak password", async () => {
    const [late, withdrawn, replaced] = [newEmail(), newEmail(), newEmail()];
    for (const email of [late, withdrawn, replaced]) await invite(owner.headers, email, "editor");
    const first = await tokenOf(replaced);
    expect(answerOf(await accept(first, "Layla", "short"))[0]).toBe(400);
    const { id } = (await list()).invitations.find((each: { email: string }) => each.email === withdrawn);
    const withdraw = (headers: Headers) => at(headers, `DELETE /partner/api/people/invitations/${id}`);
    const stranger = await partner(app, `stranger-${count}@example.com`);
    expect((await withdraw(stranger.headers)).status).toBe(404);
    expect((await withdraw(owner.headers)).json).toEqual({ success: true });
    await invite(owner.headers, replaced, "editor");
    for (const token of [await tokenOf(withdrawn), first])
      expect(answerOf(await accept(token))).toEqual([400, EXPIRED]);
    const token = await tokenOf(late);
    app.clock.forward(days(7));
    expect(answerOf(await accept(token))).toEqual([400, EXPIRED]);
    const shown = await app.send("POST /partner/api/people/invitations/show", { body: { token } });
    expect([shown.status, shown.json]).toEqual([200, null]);
  });
});

test("an invitation is refused for own people, a fourth mail a day, a malformed role and a role above the inviter's", async () => {
  const manager = await colleague(app, owner.id, "manager");
  const own = await invite(owner.headers, manager.email, "owner");
  expect(answerOf(own)).toEqual([409, "This person already belongs to your business"]);
  for (const role of ["owner", "manager"] as const)
    expect(answerOf(await invite(manager.headers, newEmail(), role))).toEqual([
      403,
      "Only an owner can do this",
    ]);
  expect((await invite(manager.headers, newEmail(), "editor")).status).toBe(201);
  expect((await invite(owner.headers, newEmail(), "king" as never)).status).toBe(400);
  const email = newEmail();
  const sent = [];
  for (let nth = 0; nth < 4; nth++) sent.push((await invite(owner.headers, email, "editor")).status);
  expect(sent).toEqual([201, 201, 201, 429]);
  const invited = newEmail();
  await invite(owner.headers, invited, "owner");
  expect((await invite(manager.headers, invited, "editor")).status).toBe(403);
});

test("an owner invites, changes roles and removes people only within ten minutes of an authentication", async () => {
  app.clock.forward(11 * 60_000);
  const refused = await invite(owner.headers, newEmail(), "editor");
  expect([refused.status, refused.json.code]).toEqual([403, "REAUTHENTICATE"]);
});

test("a new role holds at once, and another business's person is not found", async () => {
  const editor = await colleague(app, owner.id, "editor");
  const other = await partner(app, `other-${count}@example.com`);
  const change = (id: string, role: PersonRole, headers = owner.headers) =>
    at(headers, `PUT /partner/api/people/${id}`, { role });
  expect((await invite(editor.headers, newEmail(), "editor")).status).toBe(403);
  expect((await change(editor.id, "manager", other.headers)).status).toBe(404);
  expect((await change(editor.id, "manager")).json).toMatchObject({ id: editor.id, role: "manager" });
  expect((await lastMail(app, editor.email, "partner-role")).text).toContain("has made you a manager of it");
  expect((await invite(editor.headers, newEmail(), "editor")).status).toBe(201);
  const stale = { role: "editor", updatedAt: "2020-01-01T00:00:00.000Z" };
  expect((await at(owner.headers, `PUT /partner/api/people/${editor.id}`, stale)).status).toBe(409);
  expect((await change(editor.id, "editor")).status).toBe(200);
  expect((await list()).invitations).toEqual([]); // whom they could not invite now
});

describe("who is removed or leaves", () => {
  test("loses every session, link and invitation at once, and what they began stays with the business", async () => {
    const manager = await colleague(app, owner.id, "manager", "omar");
    const { id: poiId } = await place(app, { name: `Elm ${count}` });
    expect(
      (await at(manager.headers, "POST /partner/api/poi-claims", { poiId, documents: ["Ours"] })).status,
    ).toBe(201);
    const invited = newEmail();
    await invite(manager.headers, invited, "editor");
    await app.send("POST /partner/api/password/forgot", { body: { email: manager.email } });
    const reset = (await lastMail(app, manager.email, "partner-reset")).token;
    expect((await at(owner.headers, `DELETE /partner/api/people/${manager.id}`)).json).toEqual({
      success: true,
    });

    expect((await at(manager.headers, "GET /partner/api/me")).status).toBe(401);
    expect((await signIn(manager.email)).status).toBe(401);
    expect(
      answerOf(
        await app.send("POST /partner/api/password/reset", { body: { token: reset, newPassword: PASSWORD } }),
      ),
    ).toEqual([400, EXPIRED]);
    expect(answerOf(await accept(await tokenOf(invited)))).toEqual([400, EXPIRED]);
    expect((await at(owner.headers, "GET /partner/api/my-claims")).json).toMatchObject([
      { poiId, status: "pending" },
    ]);
    expect((await mailsTo(app, manager.email)).map(({ kind }) => kind)).toContain("partner-removed");
    expect((await at(owner.headers, `DELETE /partner/api/people/${manager.id}`)).status).toBe(404);
  });

  test("hands the emails of the business on to the owner who is left", async () => {
    const second = await colleague(app, owner.id, "owner", "Bilal");
    expect((await at(owner.headers, "POST /partner/api/people/leave", { password: PASSWORD })).json).toEqual({
      success: true,
    });
    const [row] = await app.db.orm.select().from(currentPartners).where(eq(currentPartners.id, owner.id));
    expect(row).toMatchObject({ email: second.email, contactName: "Bilal" });
    expect((await asManager(`GET /api/partner-manager/partners/${owner.id}`)).json).toMatchObject({
      email: second.email,
    });
    expect((await at(second.headers, "GET /partner/api/me")).json).toMatchObject({
      id: owner.id,
      email: second.email,
    });
  });

  test("is never the last owner, who can neither leave nor be removed nor get another role", async () => {
    const manager = await colleague(app, owner.id, "manager");
    const wrong = await at(manager.headers, "POST /partner/api/people/leave", { password: "wrong" });
    expect(answerOf(wrong)).toEqual([401, "Your current password is not right"]);
    expect(
      answerOf(await at(owner.headers, "POST /partner/api/people/leave", { password: PASSWORD })),
    ).toEqual([409, LAST]);
    expect(answerOf(await at(owner.headers, `DELETE /partner/api/people/${owner.id}`))).toEqual([409, LAST]);
    expect(
      answerOf(await at(owner.headers, `PUT /partner/api/people/${owner.id}`, { role: "editor" })),
    ).toEqual([409, LAST]);
    expect(
      answerOf(await asManager(`DELETE /api/partner-manager/partners/${owner.id}/people/${owner.id}`)),
    ).toEqual([409, LAST]);
    expect((await at(manager.headers, `DELETE /partner/api/people/${owner.id}`)).status).toBe(403);
    expect((await at(manager.headers, "POST /partner/api/people/leave", { password: PASSWORD })).status).toBe(
      200,
    );
  });

  test("of two owners at the same time is one", async () => {
    for (let round = 0; round < 8; round++) {
      const first = await partner(app, `pair-${count}-${round}@example.com`);
      const second = await colleague(app, first.id, "owner");
      const leave = (headers: Headers) =>
        at(headers, "POST /partner/api/people/leave", { password: PASSWORD });
      const remove = (headers: Headers, id: string) => at(headers, `DELETE /partner/api/people/${id}`);
      const answers = await Promise.all(
        round % 2 === 0
          ? [leave(first.headers), leave(second.headers)]
          : [remove(first.headers, second.id), remove(second.headers, first.id)],
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await app.db.orm.select().from(partnerPeople).where(eq(partnerPeople.partnerId, first.id));
      expect(left).toMatchObject([{ role: "owner", leads: true }]);
    }
  });
});

test("what a person says about a place is refused if the role changed after the call was let in", async () => {
  const editor = await colleague(app, owner.id, "editor");
  const [grill, masjid] = [
    await place(app, { name: `Grill ${count}` }, owner.id),
    await place(app, { name: `Masjid ${count}`, category: "mosque" }, owner.id),
  ];
  const of = ({ id }: { readonly id: string }) => `/partner/api/my-pois/${id}`;
  const supplier = await at(owner.headers, `POST ${of(grill)}/suppliers`, { name: "Crescent" });
  const row = { prayer: "dhuhr", rule: "fixed 13:30", from: "2026-11-01" };
  const writes: readonly (readonly [string, object?])[] = [
    [`PUT ${of(grill)}/facts`, { parking: true }],
    [`PUT ${of(masjid)}/prayer`, { iqamah: [row] }],
    [`POST ${of(grill)}/suppliers`, { name: "Noor Farm" }],
    [`DELETE ${of(grill)}/suppliers/${supplier.json.id}`],
    [`POST ${of(grill)}/still-open`, { answer: "open" }],
  ];
  for (const [n, [line, body]] of writes.entries()) {
    const role = n % 2 === 0 ? "manager" : "editor";
    const transaction = spyOn(app.db, "transaction");
    transaction.mockImplementationOnce(async (...work) => {
      transaction.mockRestore();
      await app.db.orm.update(partnerPeople).set({ role }).where(eq(partnerPeople.id, editor.id));
      return app.db.transaction(...work);
    });
    const { status, json } = await at(editor.headers, line, body);
    expect([line, status, json.error]).toEqual([
      line,
      403,
      "Your role was changed. Please load the page again.",
    ]);
  }
  for (const [line, body] of writes) expect((await at(editor.headers, line, body)).status).toBeLessThan(300);
});

test("an editor and a manager may not do what is the owner's, and their exports hold their own account alone", async () => {
  const editor = await colleague(app, owner.id, "editor", "Hana");
  const manager = await colleague(app, owner.id, "manager");
  const { id: poiId } = await place(app, { name: `Mine ${count}` }, owner.id);
  for (const { headers } of [editor, manager]) {
    expect((await at(headers, "DELETE /partner/api/me", { password: PASSWORD })).status).toBe(403);
    expect((await at(headers, "PUT /partner/api/me", { businessName: "Mine" })).status).toBe(403);
    expect((await at(headers, `POST /partner/api/my-pois/${poiId}/release`)).status).toBe(403);
  }
  const own = (await at(editor.headers, "GET /partner/api/me/export")).json;
  expect(own).toMatchObject({
    account: { id: editor.id, name: "Hana", businessName: "Noor Grill" },
    places: [],
  });
  expect((await at(owner.headers, "GET /partner/api/me/export")).json.places).toHaveLength(1);
  expect((await at(editor.headers, "PUT /partner/api/people/me", { name: "Hana B" })).json).toMatchObject({
    name: "Hana B",
  });
});

test("staff find a business by the address of any of its people, list them, reset and remove one", async () => {
  const editor = await colleague(app, owner.id, "editor", "Idris");
  const found = await asManager(`GET /api/partner-manager/partners?q=${editor.email}`);
  expect(found.json).toMatchObject([{ id: owner.id }]);
  const { people } = (await asManager(`GET /api/partner-manager/partners/${owner.id}/people`)).json;
  expect(people.map(({ name }: { name: string }) => name)).toEqual(["Maryam", "Idris"]);
  const reset = await asManager(`POST /api/partner-manager/partners/${editor.id}/reset-password`);
  expect(reset.json).toMatchObject({ email: editor.email });
  const remove = `DELETE /api/partner-manager/partners/${owner.id}/people/${editor.id}`;
  expect((await app.send(remove, { headers: basic("admin") })).status).toBe(403);
  const stranger = await partner(app, `stranger-${count}@example.com`);
  expect(
    (await asManager(`DELETE /api/partner-manager/partners/${stranger.id}/people/${editor.id}`)).status,
  ).toBe(404);
  expect((await asManager(remove)).json).toEqual({ success: true });
  expect((await at(editor.headers, "GET /partner/api/me")).status).toBe(401);
});

test("erasing one of several people leaves the business, and erasing the last owner frees its places", async () => {
  const second = await colleague(app, owner.id, "owner", "Bilal");
  const { id: poiId } = await place(app, { name: `Theirs ${count}` }, owner.id);
  const erase = (email: string) =>
    app.send("POST /api/admin/people/erase", { headers: basic("super_admin"), body: { email } });
  const invited = newEmail();
  await invite(owner.headers, invited, "editor");
  expect((await erase(invited)).status).toBe(200);
  expect(await app.db.orm.$count(partnerInvitations, eq(partnerInvitations.partnerId, owner.id))).toBe(0);
  expect((await erase(ownerEmail)).status).toBe(200);
  const places = (headers: Headers) => at(headers, "GET /partner/api/my-pois");
  expect((await places(second.headers)).json).toMatchObject([{ id: poiId }]);
  expect((await erase(second.email)).status).toBe(200);
  expect((await places(second.headers)).status).toBe(401);
  expect(await app.db.query("select owner_id from pois where id = $1", [poiId])).toEqual([
    { owner_id: null },
  ]);
});

test("the people of a deleted business lose access, come back with it, and stay away if their address has an account by now", async () => {
  const [kept, gone] = [await colleague(app, owner.id, "editor"), await colleague(app, owner.id, "manager")];
  await asManager(`DELETE /api/partner-manager/partners/${owner.id}`);
  for (const { headers } of [owner, kept, gone])
    expect((await at(headers, "GET /partner/api/me")).status).toBe(401);
  expect(await app.db.orm.$count(partnerSessions, eq(partnerSessions.userId, kept.id))).toBe(0);
  await partner(app, gone.email.toLowerCase());
  const restored = await asManager(`POST /api/admin/trash/${owner.id}/restore`);
  expect(restored.json.notes).toContain("Not restored: a person who has another account by now.");
  expect((await signIn(kept.email)).status).toBe(200);
  expect((await signIn(gone.email)).json.id).not.toBe(owner.id);
});
