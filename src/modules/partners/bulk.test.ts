import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { lastMail } from "../../testing/mailed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(() => Promise.resolve()) });
  for (const role of ["partner_manager", "super_admin", "admin"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, trash_items, mails, one_time_links, audit_log cascade`);
});
afterAll(() => app.close());

const PATH = "/api/partner-manager/partners";
const send = (line: string, body?: unknown, as = "partner_manager") =>
  app.send(line, { headers: basic(as), ...(body !== undefined && { body }) });
const names = ["noor", "noora", "bilal"];
const partners = () => Promise.all(names.map((name) => partner(app, `${name}@x.example`)));
const ids = async () => (await partners()).map(({ id }) => id);

describe("several partners at once", () => {
  test("all that match are selected if they are as many as were seen", async () => {
    const all = await ids();
    const select = (query: string, as?: string) => send(`GET ${PATH}/select?${query}`, undefined, as);
    expect((await select("q=noor%40x&count=1")).json.ids).toEqual(all.slice(0, 1));
    expect((await select("verified=false&count=3")).json.ids.toSorted()).toEqual(all.toSorted());
    expect([(await select("count=2")).status, (await select("q=x")).status]).toEqual([409, 400]);
    expect((await select("count=3", "admin")).status).toBe(403);
  });

  test("are deleted and restored in one act, and one whose address is taken again is named", async () => {
    const all = await ids();
    const act = "an-act-of-this-browser";
    const deleted = await send(`POST ${PATH}/delete`, { ids: [...all, "none"], act });
    expect(deleted.json).toEqual({
      done: 3,
      failed: [{ id: "none", reason: "This partner does not exist" }],
    });
    await partner(app, "noor@x.example");
    const restored = (await send(`POST /api/admin/trash/acts/${act}/restore`, {})).json;
    expect([restored.done, restored.failed]).toMatchObject([2, [{ id: all[0] }]]);
    const entries = (
      await send(`GET /api/admin/audit?action=partnerManager.partners.deleteMany`, undefined, "super_admin")
    ).json;
    expect(entries).toHaveLength(3);
  });

  test("are verified, each with a mail", async () => {
    const all = await ids();
    expect((await send(`POST ${PATH}/verify`, { ids: all })).json).toEqual({ done: 3, failed: [] });
    expect((await send(`GET ${PATH}?verified=true`)).json).toHaveLength(3);
    expect((await lastMail(app, "noor@x.example", "partner-verified")).text).toContain("verified partner");
  });

  test("are invited again if they have never signed in; the others are named, and so is an address mailed a moment ago", async () => {
    const [first = "", second = ""] = await ids();
    await app.db.query("update partner_people set first_login_at = now() where id = $1", [second]);
    const invite = () => send(`POST ${PATH}/invite`, { ids: [first, second] });
    const used = {
      id: second,
      name: "Noor Grill",
      reason: "This partner has signed in already and needs no invitation",
    };
    expect((await invite()).json).toEqual({ done: 1, failed: [used] });
    expect((await invite()).json).toMatchObject({
      done: 0,
      failed: [{ id: first, name: "Noor Grill" }, used],
    });
  });

  test("are changed by managers and super admins only", async () => {
    const all = await ids();
    for (const act of ["delete", "verify", "invite"])
      expect([act, (await send(`POST ${PATH}/${act}`, { ids: all }, "admin")).status]).toEqual([act, 403]);
    expect((await send(`POST ${PATH}/delete`, { ids: [] })).status).toBe(400);
    const both = [0, 1].map(() => send(`POST ${PATH}/delete`, { ids: all }));
    const [one, two] = await Promise.all(both);
    expect((one?.json.done ?? 0) + (two?.json.done ?? 0)).toBe(3);
  });
});

describe("a partner who has not signed in yet", () => {
  test("is mailed another link, which sets the password, confirms the address and ends the first one", async () => {
    const { id } = await partner(app, "new@x.example");
    const invited = await send(`POST ${PATH}/${id}/invite`);
    expect([invited.status, invited.json]).toEqual([200, { email: "new@x.example", link: null }]);
    const first = (await lastMail(app, "new@x.example", "partner-invitation")).token;
    expect((await send(`POST ${PATH}/${id}/invite`)).status).toBe(429);
    app.clock.forward(11 * 60_000);
    expect((await send(`POST ${PATH}/${id}/invite`)).status).toBe(200);
    const { token } = await lastMail(app, "new@x.example", "partner-invitation");
    const reset = (link: string) =>
      app.send("POST /partner/api/password/reset", {
        body: { token: link, newPassword: "a passphrase of their own" },
      });
    expect([(await reset(first)).status, (await reset(token)).status]).toEqual([400, 200]);
    expect((await send(`GET ${PATH}/${id}`)).json).toMatchObject({
      emailConfirmed: true,
      firstLoginAt: null,
    });
  });

  test("is invited by managers only, and no more after the first sign-in", async () => {
    const { id } = await partner(app, "new@x.example");
    expect((await send(`POST ${PATH}/${id}/invite`, undefined, "admin")).status).toBe(403);
    expect((await send(`POST ${PATH}/none/invite`)).status).toBe(404);
    await app.db.query("update partner_people set first_login_at = now() where id = $1", [id]);
    expect((await send(`POST ${PATH}/${id}/invite`)).status).toBe(409);
  });
});
