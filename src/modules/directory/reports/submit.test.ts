import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { businessDaysAfter } from "../../../shared/reviews/business-days.ts";
import { REPORT_KINDS } from "../../../shared/reviews/reports.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { pois } from "../../places/table.ts";
import { networkOf } from "../visitors.ts";
import { placeReports } from "./table.ts";

let app: TestApp;
let grill: string;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  grill = (await place(app)).id;
});
beforeEach(async () => {
  await app.db.orm.delete(placeReports);
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const report = (fields: Record<string, unknown> = {}, poiId = grill, from = "203.0.113.9") =>
  app.send(`POST /api/places/${poiId}/reports`, {
    body: { kind: "alcohol", text: "They pour wine at the bar.", ...fields },
    from,
  });
const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const queue = async () => (await asAdmin("GET /api/reviews/reports")).json;
const rows = () => app.db.orm.select().from(placeReports);

describe("a visitor's report", () => {
  test("opens a case that is due after five business days, and moves no tier", async () => {
    const tierBefore = (await app.send(`GET /api/places/${grill}`)).json.tier;
    const answer = await report({ email: "guest@example.com" });
    expect([answer.status, answer.json]).toMatchObject([201, { success: true, id: expect.any(String) }]);
    const [found] = await queue();
    expect(found).toMatchObject({
      id: answer.json.id,
      poiId: grill,
      placeName: "Noor Grill",
      kind: "alcohol",
      status: "open",
      reports: 1,
      text: "They pour wine at the bar.",
      wantsOutcome: true,
      dueBy: businessDaysAfter(app.clock.now, 5).toISOString(),
      late: false,
      replyBy: null,
      closableFrom: null,
    });
    const { tier, reports } = (await app.send(`GET /api/places/${grill}`)).json;
    expect([tier, reports]).toEqual([tierBefore, []]);
  });

  test("is refused without a kind of the list, a text, a place or with a wrong address", async () => {
    for (const [fields, field] of [
      [{ kind: undefined }, "kind"],
      [{ kind: "" }, "kind"],
      [{ kind: "nonsense" }, "kind"],
      [{ kind: 7 }, "kind"],
      [{ text: undefined }, "text"],
      [{ text: "  " }, "text"],
      [{ text: "x".repeat(5_001) }, "text"],
      [{ text: "null\u0000" }, "text"],
      [{ text: ["x"] }, "text"],
      [{ email: "nowhere" }, "email"],
    ] as const) {
      const answer = await report(fields);
      expect([field, answer.status, Object.keys(answer.json.fields)]).toEqual([field, 400, [field]]);
    }
    expect((await report({ text: "" })).json.error).toBe("Please write what you noticed");
    const { json } = await report({ kind: "nonsense" });
    for (const kind of REPORT_KINDS) expect(json.error).toContain(kind);
    expect((await report({}, "unknown")).status).toBe(404);
    expect((await report({ text: "x".repeat(70_000) })).status).toBe(413);
    expect(await rows()).toEqual([]);
  });

  test("may name its kind in other words", async () => {
    for (const [sent, kind] of [
      ["Serves Alcohol", "alcohol"],
      ["not-halal", "not_halal"],
      ["notHalal", "not_halal"],
      ["wrong_hours", "wrong_details"],
      ["permanently closed", "closed"],
    ]) {
      await report({ kind: sent, text: `about ${sent}` }, (await place(app, { name: `${sent} Cafe` })).id);
      expect([sent, (await rows()).find(({ text }) => text.endsWith(sent ?? ""))?.kind]).toEqual([
        sent,
        kind,
      ]);
    }
  });

  test("is stored without card numbers and marks that change the direction of text", async () => {
    await report({ text: "\u202Egnp\u202C <b>pork</b> https://x.example 4242 4242 4242 4242" });
    const [row] = await rows();
    expect(row?.text).toBe("gnp <b>pork</b> https://x.example [number removed]");
  });

  test("posted twice at once, or again with the same words, is one", async () => {
    const answers = await Promise.all([report(), report(), report()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([(await queue()).map((each: { reports: number }) => each.reports), (await rows()).length]).toEqual(
      [[1], 1],
    );
  });

  test("leaves the address of reporter and network in no log, mail or list", async () => {
    const { id: ownerId } = await partner(app, "grill@example.com");
    const owned = await place(app, { name: "Owned Grill" }, ownerId);
    await report({ email: "guest@example.com" }, owned.id, "198.51.100.23");
    const [row] = await rows();
    expect(row?.network).not.toContain("198.51");
    const seen = JSON.stringify([
      await queue(),
      (await asAdmin(`GET /api/reviews/reports/${row?.id}`)).json,
      await app.db.orm.select().from(auditLog),
      await app.db.orm.select().from(mails),
    ]);
    expect([seen.includes("guest@example.com"), seen.includes("198.51.100.23")]).toEqual([false, false]);
  });
});

describe("reports from one network", () => {
  test("are answered like any other, and the owner's list is the same before and after", async () => {
    const owner = await partner(app, "probe@example.com");
    const { id } = await place(app, { name: "Probed Grill" }, owner.id);
    const own = async () =>
      (await app.send("GET /partner/api/reports", { headers: owner.headers })).json as readonly object[];
    const first = await report({}, id, "203.0.113.9");
    const [before] = await own();
    const answers = [
      await report({ text: "Probe" }, id, "203.0.113.77"),
      await report({ text: "Probe" }, id, "203.0.113.77"),
    ];
    for (const { status, json } of answers)
      expect([status, Object.keys(json)]).toEqual([201, Object.keys(first.json)]);
    expect(new Set([first, ...answers].map(({ json }) => json.id)).size).toBe(3);
    expect(await own()).toEqual([before as object]);
    expect(Object.keys(before as object)).not.toContain("reports");
  });

  test("are one case while it is open, with what they say and how many there are", async () => {
    const first = (await report({}, grill, "203.0.113.9")).json.id;
    const merged = await report({ kind: "pork", text: "And pork." }, grill, "203.0.113.77");
    expect(merged.status).toBe(201);
    expect(await queue()).toMatchObject([{ id: first, kind: "alcohol", reports: 2 }]);
    expect((await asAdmin(`GET /api/reviews/reports/${first}`)).json.merged).toMatchObject([
      { kind: "pork", text: "And pork." },
    ]);
    await report({}, grill, "203.0.114.9");
    expect(await queue()).toHaveLength(2);
  });

  test("are recognized by the /24 of IPv4 and the /48 of IPv6, whatever the /64", async () => {
    expect(networkOf("203.0.113.9")).toBe("203.0.113.0/24");
    for (let n = 0; n < 30; n += 1)
      await report({ text: `Report ${n}` }, grill, `2001:db8:7:${n.toString(16)}::${n + 1}`);
    expect(await queue()).toMatchObject([{ reports: 30 }]);
    expect(await rows()).toHaveLength(21); // the case and the 20 that are kept
    await report({}, grill, "2001:db8:8::1");
    expect(await queue()).toHaveLength(2);
  });

  test("open a new case once the first is closed", async () => {
    const { id } = (await report()).json;
    await asAdmin(`PUT /api/reviews/reports/${id}`, { close: true, text: "We looked." });
    expect((await report()).json.id).not.toBe(id);
  });

  test("are limited to 60 an hour and 100 a day over all places and addresses", async () => {
    const limited = await testApp({ RATE_LIMIT: "on" });
    try {
      const send = (n: number) =>
        limited.send("POST /api/places/unknown/reports", {
          body: { kind: "other", text: "x" },
          from: `203.0.113.${n}`,
        });
      const admitted = async (from: number, to: number) => {
        const answers = [];
        for (let n = from; n < to; n += 1) answers.push((await send(n)).status);
        return answers.filter((status) => status === 404).length;
      };
      expect(await admitted(0, 65)).toBe(60);
      const refused = await send(66);
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
      limited.clock.forward(hours(1) + minutes(1));
      expect(await admitted(70, 115)).toBe(40);
      limited.clock.forward(hours(2));
      expect((await send(120)).status).toBe(429);
      limited.clock.forward(days(1));
      expect((await send(121)).status).toBe(404);
    } finally {
      await limited.close();
    }
  });
});

test("a place has at most 25 open cases: later reports of any network are counted in the newest", async () => {
  for (let n = 0; n < 30; n += 1) await report({ text: `Report ${n}` }, grill, `203.0.${n}.1`);
  const cases = await queue();
  expect([cases.length, Math.max(...cases.map(({ reports }: { reports: number }) => reports))]).toEqual([
    25, 6,
  ]);
});

test("the owner is mailed about a report five times a day at most, without the words of the visitor", async () => {
  const { id: ownerId } = await partner(app, "owner@grill.example");
  const owned = await place(app, { name: "Saffron House", address: "2 Oak St" }, ownerId);
  for (let n = 0; n < 8; n += 1) await report({ text: `Hidden words ${n}` }, owned.id, `203.0.${n}.1`);
  const sent = await mailsTo(app, "owner@grill.example");
  expect(sent.map(({ kind }) => kind)).toEqual(Array(5).fill("report-opened"));
  expect([sent[0]?.text.includes("Saffron House"), sent[0]?.text.includes("Hidden")]).toEqual([true, false]);
});

describe("a report with a filled honeypot", () => {
  const held = async () => (await asAdmin("GET /api/admin/quarantine")).json;

  test("is answered alike, quarantined without a mail, and released as if it had just arrived", async () => {
    const answer = await report({ hp_note: "spam", email: "guest@example.com" });
    expect([answer.status, Object.keys(answer.json)]).toEqual([201, ["success", "id", "message"]]);
    const [item] = await held();
    expect(item).toMatchObject({ form: "report", name: "Noor Grill", email: "", id: answer.json.id });
    expect([await queue(), await app.db.orm.select().from(mails)]).toEqual([[], []]);
    expect((await asAdmin(`GET /api/reviews/reports/${item.id}`)).status).toBe(404);
    app.clock.forward(days(7));
    expect((await asAdmin(`POST /api/admin/quarantine/${item.id}/release`)).status).toBe(200);
    expect(await queue()).toMatchObject([
      { id: item.id, openedAt: app.clock.now.toISOString(), late: false },
    ]);
    expect(await held()).toEqual([]);
  });

  test("is merged on release, and can be deleted and restored for two minutes", async () => {
    await report({ hp_note: "spam", text: "Held back" });
    const [{ id }] = await held();
    expect((await asAdmin(`DELETE /api/admin/quarantine/${id}`)).status).toBe(200);
    expect(await held()).toEqual([]);
    expect((await asAdmin(`POST /api/admin/quarantine/${id}/restore`)).status).toBe(200);
    const open = (await report()).json.id;
    expect((await asAdmin(`POST /api/admin/quarantine/${id}/release`)).status).toBe(200);
    expect(await queue()).toMatchObject([{ id: open, reports: 2 }]);
    await report({ hp_note: "spam", text: "Gone" });
    await asAdmin(`DELETE /api/admin/quarantine/${(await held())[0].id}`);
    app.clock.forward(minutes(3));
    await app.operate("operator.maintenance.sweep");
    const left = (await rows()).filter(({ deletedAt }) => deletedAt === null);
    expect(left.some(({ quarantined }) => quarantined)).toBe(false);
  });

  test("is not said to be restored once it was deleted for good with its place", async () => {
    const { id: poiId } = await place(app, { name: "Gone Grill", address: "3 Elm St" });
    await report({ hp_note: "spam" }, poiId);
    const [{ id }] = await held();
    await asAdmin(`DELETE /api/admin/quarantine/${id}`);
    await app.db.orm.delete(pois).where(eq(pois.id, poiId));
    for (const path of [`/api/admin/quarantine/${id}/restore`, `/api/admin/trash/${id}/restore`]) {
      const { status, json } = await asAdmin(`POST ${path}`);
      expect([status, json.error]).toEqual([404, "This submission can no longer be restored"]);
    }
  });
});
