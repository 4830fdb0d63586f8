import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, partner, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { pdf } from "../testing/evidence-files.ts";
import { GIFT } from "../testing/gifts.ts";
import { place } from "../testing/places/places.ts";

const CARD = "5555555555554444"; // not the one that pays in these tests
const WRITTEN = ["5555555555554444", "5555 5555 5555 4444", "5555-5555-5555-4444"];

let home: string;
let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-cards-"));
  app = await testApp({ DATA_DIR: home });
  owner = await partner(app);
  await staff(app, "admin");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

/** The tables with a row that holds the number in one of its written forms. */
async function tablesWithCard(): Promise<readonly string[]> {
  const tables = await app.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
    if (rows.some(({ row }) => WRITTEN.some((card) => row.includes(card)))) found.push(name);
  }
  return found;
}

const REQUEST = {
  name: "Elm Market",
  category: "grocery",
  address: "77 Elm Ave",
  city: "Dearborn",
  state: "MI",
};
const ACCOUNT = { password: "six figs and a pear", businessName: "Shop", contactName: "Maryam" };

/** Every text that a stranger or a partner may send, with the card number in it. */
const SENT: readonly (readonly [string, string, (card: string, at: number) => object])[] = [
  ["POST /api/waitlist", "firstName", (card, at) => ({ firstName: card, email: `w${at}@example.com` })],
  ...["businessName", "contactName", "city", "state", "message"].map(
    (field) =>
      [
        "POST /api/partnership",
        field,
        (card: string, at: number) => ({
          businessName: "Shop",
          email: `p${at}@example.com`,
          [field]: `my ${card}`,
        }),
      ] as const,
  ),
  [
    "POST /api/partnership",
    "website",
    (card, at) => ({
      businessName: "Shop",
      email: `p${at}@example.com`,
      website: `shop.example/${encodeURIComponent(card)}`,
    }),
  ],
  ...["businessName", "contactName"].map(
    (field) =>
      [
        "POST /partner/api/register",
        field,
        (card: string, at: number) => ({ ...ACCOUNT, email: `${field}${at}@example.com`, [field]: card }),
      ] as const,
  ),
  ...["name", "address", "city", "subcategory", "halalCertificate"].map(
    (field) =>
      [
        "POST /partner/api/poi-requests",
        field,
        (card: string, at: number) => ({ ...REQUEST, address: `${at} Elm Ave`, [field]: card }),
      ] as const,
  ),
  [
    "POST /partner/api/poi-requests",
    "website",
    (card, at) => ({
      ...REQUEST,
      address: `${at} Oak`,
      website: `https://shop.example/?c=${encodeURIComponent(card)}`,
    }),
  ],
  ["POST /api/support/payment", "customerName", (card) => ({ ...GIFT, customerName: card })],
  ["POST /api/support/payment", "tier", (card) => ({ ...GIFT, tier: card })],
];

test("no text that a stranger or a partner sends brings a card number into the database", async () => {
  for (const [at, [line, field, body]] of SENT.entries()) {
    for (const [form, card] of WRITTEN.entries()) {
      await app.db.query("update poi_requests set status = 'rejected'"); // ten may be open
      const sent = body(card, 10 * at + form);
      const { status } = await app.send(line, { body: sent, headers: owner.headers });
      expect([line, field, status]).toEqual([line, field, line.endsWith("payment") ? 200 : 201]);
    }
  }
  const poiId = (await place(app)).id;
  const claim = { poiId, documents: WRITTEN.map((card) => `paid with ${card}`) };
  const claimed = await app.send("POST /partner/api/poi-claims", { body: claim, headers: owner.headers });
  expect(claimed.status).toBe(201);
  const [grill, masjid] = [
    await place(app, { name: "Elm Grill" }, owner.id),
    await place(app, { name: "Masjid Noor", category: "mosque" }, owner.id),
  ];
  for (const card of WRITTEN) {
    const sent = await app.send(`POST /partner/api/my-pois/${grill.id}/suppliers`, {
      body: { name: card },
      headers: owner.headers,
    });
    expect(sent.status).toBe(201);
    const from = "2026-11-06";
    const jumuah = [
      { time: "13:15", hall: card, language: card, from },
      `14:15 from ${from}, my ${card}, in ${card}`,
    ];
    const said = await app.send(`PUT /partner/api/my-pois/${masjid.id}/prayer`, {
      body: { jumuah },
      headers: owner.headers,
    });
    expect(said.status).toBe(200);
  }
  const note = { decision: "rejected", notes: `Please do not send ${CARD}` };
  const decided = await app.send(`PUT /api/reviews/claims/${claimed.json.id}`, {
    body: note,
    headers: basic("admin"),
  });
  expect(decided.status).toBe(200);
  for (const card of WRITTEN) {
    const name = {
      "X-File-Name": encodeURIComponent(`${card}.pdf`),
      "Content-Type": "application/octet-stream",
    };
    const raw = pdf();
    const { status } = await app.send("POST /partner/api/evidence", {
      raw,
      headers: { ...owner.headers, ...name },
    });
    expect(status).toBe(201);
  }
  expect(await tablesWithCard()).toEqual([]);
});

test("an email address with a card number in it is refused by every form that stores one, without repeating it", async () => {
  const email = `${CARD}@example.com`;
  const forms = {
    "POST /api/waitlist": { firstName: "Maryam", email },
    "POST /api/partnership": { businessName: "Shop", email },
    "POST /partner/api/register": { ...ACCOUNT, email },
    "POST /api/support/payment": { ...GIFT, customerEmail: email },
    "POST /api/admin/partnerships": { businessName: "Shop", email },
  };
  for (const [line, body] of Object.entries(forms)) {
    const { status, json, text } = await app.send(line, { body, headers: basic("admin") });
    expect([line, status, json.error]).toEqual([line, 400, "Please enter a valid email address"]);
    expect(text).not.toContain(CARD);
  }
  expect(await tablesWithCard()).toEqual([]);
});
