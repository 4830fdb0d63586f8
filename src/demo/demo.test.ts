import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../core/logging/log.ts";
import { CHEAP_HASHES, type TestApp, testApp } from "../testing/app.ts";
import { samplePlaces } from "./sample-directory.ts";
import { type SampleAccount, seedDemo } from "./seed.ts";

let app: TestApp;
let accounts: readonly SampleAccount[];

beforeAll(async () => {
  app = await testApp();
  const { db, deps, clock } = app;
  const log = createLog("silent");
  const config = {
    db,
    log,
    settings: deps.settings,
    encryption: deps.encryption,
    passwordCost: CHEAP_HASHES,
  };
  accounts = await seedDemo(config, clock.now);
}, 120_000);
afterAll(() => app.close());

test("the article in an invented name fits the word that follows it, and names of people have none", () => {
  const names = [...samplePlaces(3_000, 1)].map(({ name }) => name);
  const articled = names.flatMap((name) => [...name.matchAll(/\b(A[a-z]{1,2})-([A-Z]\w+)/g)]);
  expect(articled.length).toBeGreaterThan(100);
  for (const [whole, article = "", word = ""] of articled)
    expect([whole, article === "Al" || word.toLowerCase().startsWith(article.slice(1))]).toEqual([
      whole,
      true,
    ]);
  expect(names.filter((name) => /\b[AE][a-z]{1,2}[- ](Hamza|Musa|Ali|Maryam|Bilal)\b/.test(name))).toEqual(
    [],
  );
});

const countOf = async (table: string, where = "true"): Promise<number> => {
  const [row] = await app.db.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`);
  return row?.n ?? 0;
};

const now = () => app.clock.now.toISOString();

/** The Cookie header of the sample account's session. */
async function signIn(role: SampleAccount["role"]): Promise<Record<string, string>> {
  const account = accounts.find((each) => each.role === role);
  const { login, password } = account ?? { login: "", password: "" };
  const answer = await (role === "partner"
    ? app.send("POST /partner/api/login", { body: { email: login, password } })
    : app.send("POST /api/admin/login", { body: { username: login, password } }));
  expect([role, answer.status]).toEqual([role, 200]);
  return { Cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

test("the sample data contains people, businesses, places, claims, requests and gifts", async () => {
  expect({
    staff: await countOf("staff_users"),
    partners: await countOf("current_partners"),
    people: await countOf("current_partner_people"),
    signups: await countOf("waitlist_signups"),
    inquiries: await countOf("partnership_inquiries"),
    places: await countOf("current_pois"),
    merges: await countOf("place_merges"),
    placesInTrash: await countOf("trash_items", "kind = 'place'"),
    owned: await countOf("current_pois", "owner_id is not null"),
    verified: await countOf("current_pois", "halal_verification_status = 'verified'"),
    placesWithFacts: await countOf(
      "current_pois",
      "exists (select from place_facts where poi_id = current_pois.id)",
    ),
    claims: await countOf("poi_claims"),
    waitingClaims: await countOf("poi_claims", "status = 'pending'"),
    claimFiles: await countOf("evidence_files", "claim_id is not null"),
    waitingRenewals: await countOf("renewals", "state = 'waiting'"),
    certificatesWithFiles: await countOf("evidence_records", "kind = 'certificate' and file_id is not null"),
    requests: await countOf("poi_requests"),
    waitingRequests: await countOf("poi_requests", "status = 'pending'"),
    openReports: await countOf("place_reports", "closed_at is null"),
    closedReports: await countOf("place_reports", "closed_at is not null"),
    waitingChanges: await countOf("place_proposals", "status = 'pending'"),
    unansweredTransfers: await countOf("place_transfers", `status = 'pending' and answer_by < '${now()}'`),
    gifts: await countOf("payments"),
    unfinishedGifts: await countOf("payments", "status = 'pending'"),
    pledges: await countOf("pledges"),
    receivedPledges: await countOf("pledges", "received_at is not null"),
  }).toEqual({
    staff: 3,
    partners: 6,
    people: 7,
    signups: 320,
    inquiries: 6,
    places: 2_004,
    merges: 1,
    placesInTrash: 1,
    owned: 4,
    verified: 32, // of 40, each fifth waits for its second reading
    placesWithFacts: 34,
    claims: 9,
    waitingClaims: 4,
    claimFiles: 3,
    waitingRenewals: 1,
    certificatesWithFiles: 1,
    requests: 5,
    waitingRequests: 3,
    openReports: 1,
    closedReports: 1,
    waitingChanges: 1,
    unansweredTransfers: 1,
    gifts: 24,
    unfinishedGifts: 0,
    pledges: 5,
    receivedPledges: 2,
  });
});

test("an account of each role signs in", async () => {
  for (const { role } of accounts) await signIn(role);
  expect(accounts.map(({ role }) => role)).toEqual(["admin", "super_admin", "partner_manager", "partner"]);
});

test("the partner finds sample places by a part of their name, and owns some", async () => {
  const headers = await signIn("partner");
  const found = await app.send("GET /partner/api/pois/search?query=gril", { headers });
  expect([found.status, JSON.stringify(found.json)]).toEqual([200, expect.stringContaining("Grill")]);
  expect((await app.send("GET /partner/api/my-pois", { headers })).json.length).toBe(3);
});

test("the sample gifts have every final status, and pledges are listed", async () => {
  const headers = await signIn("admin");
  const payments = await app.send("GET /api/admin/payments", { headers });
  const statuses = new Set(payments.json.map(({ status }: { status: string }) => status));
  expect([...statuses].sort()).toEqual(["failed", "refunded", "succeeded"]);
  expect((await app.send("GET /api/admin/payments/pledges", { headers })).json.length).toBe(5);
});

test("the sample data lies in the past, in the order of its audit log", async () => {
  const disordered = await app.db.query(
    `select id from (select id, at, lag(at) over (order by id) as before from audit_log where action not like 'public.%') a
     where at < before`,
  );
  expect(disordered).toEqual([]);
  const [signups] = await app.db.query<{ first: Date; last: Date }>(
    "select min(created_at) as first, max(created_at) as last from waitlist_signups",
  );
  const age = (time: Date | undefined) => (app.clock.now.getTime() - Number(time)) / 86_400_000;
  expect(age(signups?.first)).toBeGreaterThan(50);
  expect(age(signups?.last)).toBeLessThan(1);
  expect(await countOf("audit_log", "action = 'public.waitlist.join'")).toBe(320);
});

test("staff open the sample files: a picture and documents, next to each other on one claim", async () => {
  const headers = await signIn("partner_manager");
  const files = await app.db.query<{ id: string; content_type: string; files: number }>(
    "select id, content_type, count(claim_id) over (partition by claim_id)::int as files from evidence_files order by uploaded_at",
  );
  for (const { id, content_type } of files) {
    const opened = await app.send(`GET /api/reviews/evidence/${id}`, { headers });
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, content_type]);
  }
  expect(new Set(files.map((file) => file.content_type))).toEqual(new Set(["application/pdf", "image/png"]));
  expect(Math.max(...files.map((file) => file.files))).toBe(2);
});

test("every e-mail address of the sample data has a reserved example domain", async () => {
  const addresses = await app.db.query<{ email: string }>(
    `select email from waitlist_signups union select email from partner_people union select email from partnership_inquiries
     union select customer_email from payments union select customer_email from pledges union select email from staff_users`,
  );
  expect(addresses.filter(({ email }) => !/@([\w-]+\.)?example\.(com|org)$/.test(email))).toEqual([]);
});
