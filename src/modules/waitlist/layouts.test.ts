import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { listMaps } from "../../core/files/list-maps.table.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { readDate } from "./consent-dates.ts";
import { waitlistSignups } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
});
afterAll(() => app.close());

const send = (raw: string | Uint8Array, query: Record<string, string> = {}, path = "") =>
  app.send(`POST /api/admin/waitlist/import${path}?${new URLSearchParams(query)}`, {
    raw,
    headers: { ...basic("admin"), "Content-Type": "text/csv" },
  });
const signups = () => app.db.orm.select().from(waitlistSignups).orderBy(asc(waitlistSignups.emailKey));

const SAID = { consentSource: "Newsletter form", skipRefused: "true" };

/** Exports as the tools write them: one person who may be written to first, then one who may not. */
const EXPORTS: Readonly<
  Record<string, { readonly text: string; readonly at: string; readonly name: string }>
> = {
  Mailchimp: {
    name: "Amina",
    at: "2024-05-01T10:00:05.000Z",
    text: `"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS,UNSUB_TIME
a@tool.example,Amina,Noor,2,"2024-05-01 09:59:00",1.2.3.4,"2024-05-01 10:00:05",1.2.3.4,42.3,-83.1,MI,"2024-06-01 00:00:00",1,e1,,"""Fair""",
b@tool.example,Bilal,Noor,2,"2024-05-01 09:59:00",1.2.3.4,"2024-05-01 10:00:05",1.2.3.4,42.3,-83.1,MI,"2024-06-01 00:00:00",2,e2,,,"2024-07-01 00:00:00"`,
  },
  Kit: {
    name: "Amina",
    at: "2024-05-01T10:00:05.000Z",
    text: "id,email_address,first_name,state,created_at,tags\n1,a@tool.example,Amina,active,2024-05-01T10:00:05Z,fair\n2,b@tool.example,Bilal,cancelled,2024-05-01T10:00:05Z,",
  },
  Substack: {
    name: "",
    at: "2024-05-01T10:00:05.123Z",
    text: "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\na@tool.example,false,,other,false,2024-05-01T10:00:05.123Z,\nb@tool.example,false,,other,true,2024-05-01T10:00:05.123Z,",
  },
  listmonk: {
    name: "Amina",
    at: "2024-05-01T08:00:05.000Z",
    text: 'uuid,email,name,attributes,status,created_at,updated_at\nu1,a@tool.example,Amina Noor,"{""city"": ""Dearborn""}",enabled,2024-05-01 10:00:05.000 +0200,2024-05-02 10:00:05.000 +0200\nu2,b@tool.example,Bilal Noor,{},blocklisted,2024-05-01 10:00:05.000 +0200,2024-05-02 10:00:05.000 +0200',
  },
  GetWaitlist: {
    name: "Amina",
    at: "2024-05-01T10:00:05.000Z",
    text: "uuid,created_at,email,phone,first_name,last_name,priority,referral_token,amount_referred,verified,removed_date\nu1,2024-05-01 10:00:05+00:00,a@tool.example,,Amina,Noor,4,T1,0,true,\nu2,2024-05-01 10:00:05+00:00,b@tool.example,,Bilal,Noor,5,T2,0,true,2024-07-01",
  },
  Brevo: {
    name: "Amina",
    at: "2024-05-25T10:00:05.000Z",
    text: "CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;ADDED_TIME;MODIFIED_TIME;Email blocklisted\n1;a@tool.example;Amina;Noor;;25-05-2024 10:00:05;26-05-2024 10:00:05;No\n2;b@tool.example;Bilal;Noor;;25-05-2024 10:00:05;26-05-2024 10:00:05;Yes",
  },
};

test.each(Object.entries(EXPORTS))(
  "an export of %s is read as it is once it is said for the whole list how its people agreed",
  async (_, { text, at, name }) => {
    const asked = await send(text, { skipRefused: "true" });
    expect([asked.status, asked.json.error]).toEqual([
      400,
      expect.stringContaining("say for the whole list how"),
    ]);
    const guess = await send(text, {}, "/columns");
    expect(guess.json.missing).toEqual(["consentSource"]);
    const { status, json } = await send(text, SAID);
    expect([status, json.created, json.refused]).toEqual([
      200,
      1,
      [{ line: 3, reason: expect.stringContaining("says that this person may not be written to") }],
    ]);
    expect(await signups()).toMatchObject([
      {
        email: "a@tool.example",
        firstName: name,
        consentSource: "Newsletter form (said of the whole list)",
        consentAt: new Date(at),
      },
    ]);
  },
);

test("consent is taken from the list where it is there, and from what is said of the whole list elsewhere", async () => {
  const text = "email;Consent source;consent date\na@x.example;Fair;2024-05-01\nb@x.example;;";
  const { json } = await send(text, { consentSource: "Form", consentAt: "May 2, 2024" });
  expect([json.created, json.refused]).toEqual([2, []]);
  expect(await signups()).toMatchObject([
    { consentSource: "Fair", consentAt: new Date("2024-05-01") },
    { consentSource: "Form (said of the whole list)", consentAt: new Date("2024-05-02") },
  ]);
});

test("a wrong optional value is left out and named, and so are columns that are not taken", async () => {
  const text = `email,firstName,city,isBetaTester,consentSource,consentAt,Favorite color\na@x.example,${"x".repeat(300)},Dearborn,perhaps,Fair,2024-05-01,blue`;
  const { json } = await send(text);
  expect(json).toMatchObject({
    created: 1,
    refused: [],
    left: [{ line: 2, reason: expect.stringContaining("isBetaTester must be true or false") }],
    ignored: ["Favorite color"],
  });
  expect(await signups()).toMatchObject([{ firstName: "", city: "Dearborn", isBetaTester: false }]);
});

test("a map says what the columns hold, and the next list with that header is read by it", async () => {
  const text = "Wer,Wann,Woher\na@x.example,2024-05-01,Fair";
  const map = JSON.stringify({ columns: { Wer: "email", Wann: "consentAt", Woher: "consentSource" } });
  expect((await send(text)).status).toBe(400);
  expect((await send(text, { map: "nonsense" })).json.error).toContain("map must be JSON");
  expect((await send(text, { map })).json).toMatchObject({ created: 1 });
  const again = await send(text.replace("a@", "b@"), {}, "/columns");
  expect(again.json.columns.map(({ by }: { by: string }) => by)).toEqual([
    "remembered",
    "remembered",
    "remembered",
  ]);
  expect((await send(text.replace("a@", "b@"))).json).toMatchObject({ created: 1 });
});

test("nothing is remembered of a list whose first row is about a person", async () => {
  const before = await app.db.orm.$count(listMaps);
  const row = "Layla <layla@x.example>";
  const columns = { [row]: "consentSource", Wer: "email", Wann: "consentAt" };
  const text = `Wer,Wann,${row}\na@x.example,2024-05-01,Fair`;
  expect((await send(text, { map: JSON.stringify({ columns }) })).json).toMatchObject({ created: 1 });
  expect(await app.db.orm.$count(listMaps)).toBe(before);
});

test("a date that has one meaning is read, and one that has two only where other rows say which is the month", async () => {
  const at = new Date("2025-03-14T15:04:00Z");
  const whole = [
    "2025-03-14T15:04:00Z",
    "2025-03-14 15:04",
    "2025/03/14 15:04:00 UTC",
    "3/14/2025 3:04 PM",
    "14.03.2025 15:04",
    "14-03-2025 15:04:00",
    "Mar 14, 2025 at 3:04 PM",
    "March 14th, 2025 11:04 AM EDT",
    "14 March 2025 15:04",
    "Fri, 14 Mar 2025 15:04:00 +0000",
    "Fri Mar 14 2025 10:04:00 GMT-0500 (EST)",
    "1741964640",
    "1741964640000",
    "3/14/25 15:04",
  ];
  expect(whole.map((text) => [text, readDate(text)])).toEqual(
    whole.map((text) => [text, expect.objectContaining({ at })]),
  );
  const none = ["2025-02-31", "yesterday", "13/13/2025", "25:00", "2025-03-14 25:00", "45730", ""];
  expect(none.map((text) => [text, readDate(text)])).toEqual(none.map((text) => [text, null]));
  const list = (...dates: string[]) =>
    ["email,consentSource,consentAt", ...dates.map((date, n) => `p${n}@x.example,Fair,${date}`)].join("\n");
  expect((await send(list("3/4/2025", "5/5/2025"))).json.refused).toEqual([
    { line: 2, reason: "consentAt 3/4/2025 may be 2025-03-04 or 2025-04-03: write it like that" },
  ]);
  expect((await send(list("3/4/2025", "3/14/2025"))).json).toMatchObject({ created: 2 });
  expect((await signups()).map(({ consentAt }) => consentAt?.toISOString().slice(0, 10))).toEqual([
    "2025-03-04",
    "2025-03-14",
  ]);
});
