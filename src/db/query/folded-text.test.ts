import { afterAll, beforeAll, expect, test } from "bun:test";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { foldedText, foldText } from "./folded-text.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
});
afterAll(() => app.close());

test("a text is folded alike in SQL and in the program", async () => {
  const texts = [
    "Dee O’Neal",
    "Olive Tree CAFÉ",
    "Al\u2011Wadi Meats",
    "Şeker Börek İstanbul",
    "Zaytuna\u00A0Grill",
    "أحمد الى مدينة ک ی",
    "Łódź ĞÜL Ñandú",
    "plain ASCII 'n text",
  ];
  const expression = foldedText("t");
  const rows = await app.db.query<{ folded: string }>(
    `select ${expression} as folded from unnest($1::text[]) with ordinality as x(t, n) order by n`,
    [texts],
  );
  const composed = (text: string) => text.replaceAll("\u0307", ""); // of İ, which a database may keep
  expect(rows.map(({ folded }) => composed(folded))).toEqual(texts.map((text) => composed(foldText(text))));
});

test("lists of staff find what another keyboard writes otherwise", async () => {
  const headers = basic("super_admin");
  const found = async (path: string, q: string) =>
    (await app.send(`GET ${path}?q=${encodeURIComponent(q)}`, { headers })).json.length;
  await app.send("POST /api/waitlist", { body: { firstName: "Dee O’Neal", email: "dee@find.example" } });
  await app.send("POST /api/waitlist", { body: { firstName: "Jo O'Hara", email: "jo@find.example" } });
  await app.send("POST /api/partnership", {
    body: { businessName: "Olive Tree Café", email: "o@find.example" },
  });
  await app.send("POST /api/partnership", {
    body: { businessName: "Al‑Wadi Meats", email: "w@find.example" },
  });
  for (const q of ["o'neal", "o’hara"]) expect([q, await found("/api/admin/waitlist", q)]).toEqual([q, 1]);
  for (const q of ["cafe", "olive tree cafe", "CAFÉ", "al-wadi", "al\u2011wadi", "olive\u00A0tree"])
    expect([q, await found("/api/admin/partnerships", q)]).toEqual([q, 1]);
});
