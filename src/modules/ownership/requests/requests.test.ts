import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { poiRequests } from "./table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let app: TestApp;
let noor: Owner;
let other: Owner;
let listed: Awaited<ReturnType<typeof place>>;
beforeAll(async () => {
  app = await testApp();
  noor = await partner(app);
  other = await partner(app, "other@example.com");
  listed = await place(app, { name: "Masjid Al-Noor", address: "5 Oak St", category: "mosque" });
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(poiRequests);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const SHOP = {
  name: "Crescent Market",
  category: "grocery",
  address: "77 Elm Ave",
  city: "Dearborn",
  state: "MI",
};
const submit = (body: unknown, by = noor) =>
  app.send("POST /partner/api/poi-requests", { headers: by.headers, body });
const mine = (by = noor) => app.send("GET /partner/api/my-requests", { headers: by.headers });
const duplicates = (fields: Record<string, string>) =>
  app.send(`GET /partner/api/poi-requests/duplicates?${new URLSearchParams(fields)}`, {
    headers: noor.headers,
  });

describe("a request for a place", () => {
  test("needs five fields, and is stored as pending with an audit entry", async () => {
    const answer = await submit(SHOP);
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        ...SHOP,
        id: expect.stringMatching(/^[0-9a-z]{26}$/),
        zipCode: "",
        phone: "",
        website: "",
        subcategory: "",
        halalCertificate: "",
        status: "pending",
        submittedAt: app.clock.now.toISOString(),
        reviewedAt: null,
        notes: "",
        reason: null,
        dueBy: expect.any(String),
        poiId: null,
      },
    ]);
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({ action: "partner.requests.submit", subject: answer.json.id });
  });

  test("names each field that is missing", async () => {
    const { status, json } = await submit({});
    expect([status, json.fields]).toEqual([
      400,
      {
        name: "Business name is required",
        category: "Category is required",
        address: "Address is required",
        city: "City is required",
        state: "State is required",
      },
    ]);
  });

  test("names each field that is wrong", async () => {
    const wrong = {
      state: "ZZ",
      category: "casino",
      zipCode: "1234",
      phone: "123",
      website: "javascript:alert(1)",
      name: "x".repeat(201),
    };
    const { status, json } = await submit({ ...SHOP, ...wrong });
    expect([status, Object.keys(json.fields).sort()]).toEqual([400, Object.keys(wrong).sort()]);
  });

  test("takes every category, US and Canadian addresses, and a bare domain", async () => {
    const forms = [
      { category: "restaurant", state: "ny", zipCode: "10001-1234" },
      { category: "mosque", state: "ON", zipCode: "m5v2t6", phone: "+1 416 555 0100" },
      { category: "grocery", state: "DC", zipCode: "20001" },
      { category: "services", state: "QC", zipCode: "H2Y-1C6" },
      { category: "retail", state: "TX", zipCode: "", website: "market.example" },
    ];
    const answers = await Promise.all(
      forms.map((form, index) => submit({ ...SHOP, ...form, name: `Place ${index}` })),
    );
    expect(answers.map(({ status, json }) => [status, json.state, json.zipCode])).toEqual([
      [201, "NY", "10001-1234"],
      [201, "ON", "M5V 2T6"],
      [201, "DC", "20001"],
      [201, "QC", "H2Y 1C6"],
      [201, "TX", ""],
    ]);
    expect([answers[1]?.json.phone, answers[4]?.json.website]).toEqual([
      "(416) 555-0100",
      "https://market.example",
    ]);
  });

  test("for a listed place is refused and names it, whatever the case and spaces", async () => {
    const same = { name: listed.name, address: listed.address, city: listed.city, state: listed.state };
    const { status, json } = await submit({ ...SHOP, ...same });
    expect([status, json.code, json.place]).toEqual([
      409,
      "CONFLICT",
      { id: listed.id, name: "Masjid Al-Noor", address: "5 Oak St" },
    ]);
    const spelt = await submit({ ...SHOP, ...same, name: "MASJID  al-noor" });
    expect([spelt.status, spelt.json.place?.id]).toEqual([409, listed.id]);
    expect((await submit({ ...SHOP, ...same, address: "99 Birch Rd" })).status).toBe(201);
  });

  test("submitted twice is stored once, and can be submitted again after its decision", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(SHOP)));
    expect(answers.map((each) => each.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const { json } = await submit({ ...SHOP, name: " crescent  MARKET" });
    expect(json.error).toBe("You already have a pending request for this location");
    expect((await submit(SHOP, other)).status).toBe(201);
    await app.db.orm.update(poiRequests).set({ status: "rejected" });
    expect((await submit(SHOP)).status).toBe(201);
  });

  test("is refused if the partner already has ten pending ones", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => submit({ ...SHOP, name: `Place ${index}` })),
    );
    expect(answers.map((each) => each.status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  });

  test("ignores fields that the partner may not set", async () => {
    const forged = { status: "approved", halalVerificationStatus: "verified", poiId: listed.id, notes: "x" };
    const { json } = await submit({ ...SHOP, ...forged, partnerId: other.id });
    expect([json.status, json.poiId, json.notes]).toEqual(["pending", null, ""]);
    expect([(await mine()).json.length, (await mine(other)).json]).toEqual([1, []]);
  });

  test("cannot be submitted by visitors or staff", async () => {
    for (const headers of [{}, basic("admin")]) {
      expect((await app.send("POST /partner/api/poi-requests", { headers, body: SHOP })).status).toBe(401);
    }
  });
});

test("a partner's own requests are listed newest first", async () => {
  const made: string[] = [];
  for (let index = 0; index < 3; index++) {
    made.unshift((await submit({ ...SHOP, name: `Place ${index}` })).json.id);
    app.clock.forward(1_000);
  }
  await submit(SHOP, other);
  expect((await mine()).json.map((each: { id: string }) => each.id)).toEqual(made);
});

describe("the search for duplicates", () => {
  test("finds a place by its phone number and website, and takes those that are not whole yet as none", async () => {
    const street = { address: "900 Ford Rd", city: "Dearborn", state: "MI" };
    const contact = { phone: "3135550199", website: "https://samad.example" };
    const listed = await place(app, { ...street, ...contact, name: "Samad Sweets", zipCode: "48126" });
    const asked = { name: "The Sweet Corner", address: "4 Oak St", city: "Dearborn", state: "MI" };
    const found = async (more: Record<string, string>) =>
      (await duplicates({ ...asked, ...more })).json.map(({ id }: { id: string }) => id);
    expect(await found({})).toEqual([]);
    expect(await found({ phone: "(313) 555-0199", website: "samad.example" })).toEqual([listed.id]);
    expect(await found({ phone: "(313) 55", website: "sam" })).toEqual([]);
  });

  test("finds the listed place that a form describes, and little else", async () => {
    const near = { name: "Masjid Al Noor", address: "5 Oak St", city: "Dearborn", state: "MI" };
    const { status, json } = await duplicates(near);
    expect([status, json[0]]).toEqual([
      200,
      { id: listed.id, name: "Masjid Al-Noor", address: "5 Oak St", city: "Dearborn", state: "MI" },
    ]);
    expect((await duplicates({ ...near, name: "Bakery of Anna", address: "1 Far Rd" })).json).toEqual([]);
  });

  test("needs name, address, city and state", async () => {
    expect(Object.keys((await duplicates({ name: "x" })).json.fields).sort()).toEqual([
      "address",
      "city",
      "state",
    ]);
  });
});
