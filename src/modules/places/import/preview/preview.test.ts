import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Database } from "../../../../db/client.ts";
import { basic, staff } from "../../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../../testing/app.ts";
import { failureOf } from "../../../../testing/failure.ts";
import { place } from "../../../../testing/places/places.ts";
import { auditLog } from "../../../audit/table.ts";
import type { LookAlike } from "../../schema.ts";
import { pois } from "../../table.ts";
import { previewImport } from "./service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(pois);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const HEADER = "name,address,city,state,category,phone";
const csv = (...lines: readonly string[]) => [HEADER, ...lines].join("\r\n");
const post = (path: string, raw: string, role = "admin") =>
  app.send(`POST /api/admin/pois/import${path}`, {
    raw,
    headers: { "Content-Type": "text/csv", ...basic(role) },
  });
const preview = async (body: string) => (await post("/preview", body)).json;
const take = (body: string, id: string) => post(`?preview=${id}`, body);
const rows = () => app.db.orm.select().from(pois).orderBy(pois.seq);
interface Asked {
  readonly place: { readonly id: string };
  readonly says: { readonly name: string };
}
const NOOR = "Noor Grill,1 Elm St,Dearborn,MI,restaurant,";

describe("the preview of an import", () => {
  test("ends when its caller leaves, and nothing waits for it any more", async () => {
    const caller = new AbortController();
    const transaction: Database["transaction"] = (work, options) =>
      app.db.transaction((tx) => {
        caller.abort();
        return work(tx);
      }, options);
    const db: Database = Object.create(app.db, { transaction: { value: transaction } });
    const { call, ...ctx } = operatorContext({ ...app.deps, db }, "admin.pois.previewImport");
    const file = new Blob([csv(NOOR)]).stream();
    const left = previewImport({ ...ctx, call: { ...call, signal: caller.signal } }, { file });
    expect(await failureOf(() => left)).toMatchObject({ name: "AbortError" });
    expect(await rows()).toEqual([]);
  });

  test("says what would be made, changed, left and refused, with lines and reasons, and changes nothing", async () => {
    const kept = await place(app, { name: "Noor Grill", address: "1 Elm St", phone: "" });
    const moved = await place(app, { name: "Oasis", address: "2 Elm St", phone: "3135550100" });
    const before = await rows();
    const seen = await preview(
      csv(
        NOOR,
        "Oasis,2 Elm St,Dearborn,MI,grocery,3135550199",
        "Zaytuna,9 Oak St,Dearborn,MI,restaurant,",
        "Nowhere,9 Oak St,Dearborn,XX,restaurant,",
        "Zaytuna,9 Oak St,Dearborn,MI,restaurant,3135550177",
      ),
    );
    expect(seen).toMatchObject({
      read: 5,
      created: 1,
      updated: 1,
      unchanged: 1,
      repeated: 1,
      refused: 1,
      alike: 0,
      replaced: [{ at: 4, by: 6 }],
      creations: [{ at: 6, name: "Zaytuna", address: "9 Oak St", city: "Dearborn", state: "MI" }],
      refusals: [{ at: 5, reason: "State must be the two letters of a US state or a Canadian province" }],
    });
    expect(seen.changes).toEqual([
      {
        at: 3,
        id: moved.id,
        name: "Oasis",
        fields: [
          { field: "category", before: "restaurant", after: "grocery" },
          { field: "phone", before: "3135550100", after: "3135550199" },
        ],
      },
    ]);
    expect([await rows(), kept.id]).toEqual([before, before[0]?.id ?? ""]);
    expect(await app.db.orm.select().from(auditLog)).toEqual([]);
  });

  test("names the new places that may be listed ones: those about which staff are asked after the import", async () => {
    const { id } = await place(app, {
      ...{ name: "Masjid An-Nur", address: "5 Oak St", category: "mosque", phone: "3135550100" },
    });
    await place(app, { name: "Masjid An-Nur", address: "5 Oak St", city: "Toledo", state: "OH" });
    const body = csv(
      "Al Noor Mosque,500 Main St,Dearborn,MI,mosque,3135550100",
      "Oak Bakery,5 Oak St.,Dearborn,MI,grocery,",
      "Oak Bakery Dearborn,77 Elm St,Dearborn,MI,grocery,",
      "Falafel Corner,8 Main St,Dearborn,MI,restaurant,",
    );
    const seen = await preview(body);
    expect(seen).toMatchObject({
      ...{ created: 4, alike: 2 },
      lookAlikes: [
        { at: 2, name: "Al Noor Mosque", place: { id, name: "Masjid An-Nur" } },
        { at: 3, name: "Oak Bakery", place: { id, name: "Masjid An-Nur" } },
      ],
    });
    await take(body, seen.preview);
    const asked = await app.send("GET /api/reviews/matches", { headers: basic("admin") });
    const pairs = asked.json.map((each: Asked) => [each.says.name, each.place.id]).toSorted();
    expect(pairs).toEqual(seen.lookAlikes.map((each: LookAlike) => [each.name, each.place.id]).toSorted());
  });

  test("lists more places that may be listed ones than others, up to 1,000, and counts all", async () => {
    const wordOf = (n: number) =>
      String(10_000 + n).replace(/\d/g, (digit) => "bdfgjklmnr".charAt(Number(digit)));
    const listed = Array.from({ length: 1_100 }, (_, n) => `Kitchen ${wordOf(n)}aza`);
    const body = csv(...listed.map((name, n) => `${name},${n} Elm St,Dearborn,MI,restaurant,`));
    await take(body, (await preview(body)).preview);
    const seen = await preview(
      csv(...listed.map((_, n) => `Grill ${wordOf(n)}aza,${n} Elm St,Dearborn,MI,restaurant,`)),
    );
    expect([seen.alike, seen.lookAlikes.length, seen.creations.length]).toEqual([1_100, 1_000, 100]);
  });

  test("of another kind of file, or by someone who may not add places, is refused", async () => {
    for (const [body, reason] of [
      ["", "The file is empty."],
      ["a,b\n1,2", "No column was recognized as: name, address, city, state, category."],
      [csv('"Noor'), "The quote that opens on line 2 never closes."],
    ] as const) {
      const refused = await post("/preview", body);
      expect([refused.status, refused.json.error]).toEqual([400, reason]);
    }
    expect((await post("/preview", csv(NOOR), "partner_manager")).status).toBe(403);
    expect((await post(`?preview=${"0".repeat(64)}`, csv(NOOR), "partner_manager")).status).toBe(403);
    const json = await app.send("POST /api/admin/pois/import/preview", { headers: basic("admin"), body: {} });
    expect(json.status).toBe(415);
    const large = await post("/preview", `${csv(NOOR)}\n${"x".repeat(11 * 1_024 * 1_024)}`);
    expect(large.status).toBe(413);
  });

  test("of more places than can be compared soon is refused with the other way", async () => {
    const many = Array.from({ length: 20_001 }, (_, n) => `N${n},1 Elm St,Dearborn,MI,restaurant,`);
    const refused = await post("/preview", csv(...many));
    expect([refused.status, refused.json.error]).toEqual([
      400,
      "This file has 20,001 places. At most 20,000 can be imported here. Split the file, or use the command poi import.",
    ]);
  });
});

describe("the import of a previewed file", () => {
  test("does what the preview showed, once, and is recorded", async () => {
    await place(app, { name: "Noor Grill", address: "1 Elm St", phone: "" });
    const body = csv(`${NOOR}3135550100`, "Zaytuna,9 Oak St,Dearborn,MI,restaurant,", "No,,Dearborn,MI,x,");
    const seen = await preview(body);
    const done = await take(body, seen.preview);
    expect([done.status, done.json]).toMatchObject([200, { created: 1, updated: 1, refused: 1 }]);
    expect(await rows()).toMatchObject([{ name: "Noor Grill", phone: "3135550100" }, { name: "Zaytuna" }]);
    expect(await app.db.orm.select().from(auditLog)).toMatchObject([
      {
        action: "admin.pois.importPreviewed",
        actorName: "admin",
        after: { created: 1, updated: 1, refused: 1 },
      },
    ]);
    expect((await take(body, seen.preview)).status).toBe(409);
  });

  test("is refused if a place that it would change was changed, or one that it would make was added", async () => {
    const { id } = await place(app, { name: "Noor Grill", address: "1 Elm St", phone: "" });
    const body = csv(`${NOOR}3135550100`, "Zaytuna,9 Oak St,Dearborn,MI,restaurant,");
    for (const change of [
      () =>
        app.send(`PUT /api/admin/pois/${id}`, {
          headers: basic("admin"),
          body: { website: "https://noor.example" },
        }),
      () => place(app, { name: "Zaytuna", address: "9 Oak St" }),
    ]) {
      const { preview: old } = await preview(body);
      await change();
      const before = await rows();
      const refused = await take(body, old);
      expect([refused.status, refused.json.error]).toEqual([
        409,
        "This file or the places have changed since the preview. Nothing was imported. Please look at the preview again.",
      ]);
      expect(await rows()).toEqual(before);
    }
  });

  test("is refused for another file, and without the id of a preview", async () => {
    const { preview: id } = await preview(csv(NOOR));
    expect((await take(csv(NOOR.replace("Noor", "Nur")), id)).status).toBe(409);
    for (const wrong of ["", "x", "0"]) {
      const refused = await take(csv(NOOR), wrong);
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["preview"]]);
    }
    expect(await rows()).toEqual([]);
  });

  test("twice at the same time makes each place once", async () => {
    const body = csv(NOOR, "Zaytuna,9 Oak St,Dearborn,MI,restaurant,");
    const { preview: id } = await preview(body);
    const answers = await Promise.all([take(body, id), take(body, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await rows()).toHaveLength(2);
  });
});
