import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { days } from "../../shared/duration.ts";
import type { PersonalDataKind, PersonalRecord } from "../../shared/people/personal-data.ts";
import { basic, PASSWORD, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { addPasskey, STAFF_PASSKEYS } from "../../testing/passkeys.ts";
import { fillPersonAndTrash, PERSON } from "../../testing/person.ts";
import { addressHash, suppress } from "../mail/events/suppression.ts";
import { issueLink } from "../mail/links/service.ts";
import { mailEvents } from "../mail/table.ts";

/** Where the records of each kind are, or why a table holds nothing about a person. */
const TABLES: Readonly<Record<string, readonly PersonalDataKind[] | string>> = {
  waitlist_signups: ["signups", "quarantine", "trash"],
  signup_links: ["shareLinks"],
  partnership_inquiries: ["inquiries", "quarantine", "trash"],
  partners: ["partnerAccounts"],
  partner_people: ["partnerAccounts"],
  partner_invitations: ["partnerInvitations"],
  partner_sessions: ["partnerSessions"],
  partner_passkeys: ["partnerPasskeys"],
  pois: ["places"],
  poi_claims: ["claims"],
  evidence_files: ["evidence"],
  poi_requests: ["requests"],
  place_reports: ["reports", "reportReplies", "trash"],
  place_suggestions: ["suggestions", "trash"],
  place_proposals: ["proposals"],
  place_transfers: ["transfers"],
  inquiry_answers: ["inquiryAnswers"],
  inquiry_replies: ["inquiryReplies"],
  staff_notes: ["staffNotes"],
  payments: ["payments"],
  pledges: ["pledges"],
  mails: ["mails"],
  broadcast_recipients: ["broadcasts"],
  one_time_links: ["links"],
  staff_users: ["staffAccounts"],
  staff_sessions: ["staffSessions"],
  staff_passkeys: ["staffPasskeys"],
  audit_log: ["auditEntries"],
  trash_items: ["trash"],
  staff_backup_codes: "hashes of codes, deleted with the staff account",
  api_tokens: ["apiTokens"],
  device_authorizations: "hashes of codes, deleted after ten minutes",
  payment_events: "ids and types of events",
  payment_keys: "keyed hashes and answers without names, deleted after a day",
  mail_events: ["bounces"],
  mail_suppressions: ["suppressions"],
  broadcasts: "messages of staff, with their names",
  list_maps: "names of columns",
  mail_breaker: "one row a stream",
  mail_server: "one row",
  alerts: "conditions of the deployment",
  alert_messages: "conditions of the deployment",
  sandbox_payments: "amounts and states without names",
  passkey_challenges: "hashes of random numbers, deleted after 5 minutes",
  backup_runs: "names of files, times and counts",
  throttle: "keyed hashes, deleted after 30 days",
  volume: "keyed hashes",
  source_views: "how often the landing page was viewed, by day and source",
  place_visits: "how often the page of a place was viewed, by day",
  place_open_answers:
    "whether places are still open; of who said so only keyed hashes until the end of the day",
  city_counts: "counts",
  city_state: "one row",
  instances: "running servers",
  installation: "one row for each database, about its key",
  evidence_records: "evidence about places; of accounts only their ids, and the names of staff",
  certificate_progress: "what is left to do for a certificate",
  tier_reminders: "ids of places and days",
  place_suppliers: "names of businesses that places buy meat from, and whether the owner or staff said so",
  renewals: "certificates of places as their owners typed them; of accounts only their ids",
  intakes: "files of public places that were read, and the names of staff who read them",
  intake_rows: "rows of these files: places, not people",
  place_sources: "what public sources say about places",
  place_matches: "rows that may be listed places, and the names of staff who decided",
  place_samples: "rows of public files that staff checked, and the names of these staff",
  source_floors: "settings, and the name of the staff member who chose them",
  place_photos: "photos of places and what their owners say they show; the files are in evidence",
  claim_proofs: "how a claim was proven: domains, phone numbers and addresses of places, and hashes of codes",
  place_facts: "facts about places; of accounts only their ids, and the names of staff",
  prayer_statements:
    "what masjids say of their prayer times; of accounts only their ids, and the names of staff",
  issuers: "published addresses of certifying bodies",
  place_merges: "names of places, and of staff; of accounts only their ids, deleted after 30 days",
  poi_words: "names of places",
  poi_vocabulary: "names of places",
  poi_index_state: "a version",
  poi_change_counts: "counts",
  waitlist_signup_counts: "counts",
  sync_runs: "times and counts; staff and schedule start runs",
  sync_run_errors: "names of places",
  case_viewers: "which cases staff have open, for 30 seconds",
  case_assignments: "which staff account has which case, until it is decided",
  reply_templates: "texts that staff write for many",
  saved_views: "names and filters of lists, without any text that was typed; of staff only their ids",
  sync_lease: "one row",
  jobs: "names of procedures and processes, and times",
  sync_decisions: "ids and names of places, and the names of staff",
  sync_unlinks: "ids of places",
};

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-personal-data-"));
  app = await testApp({ DATA_DIR: home });
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const asSuperAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("super_admin"), ...(body !== undefined && { body }) });
const show = async (email: string) => (await asSuperAdmin(`GET /api/admin/people?email=${email}`)).json;

interface Person {
  readonly counts: Readonly<Record<PersonalDataKind, number>>;
  readonly data: Readonly<Record<PersonalDataKind, readonly PersonalRecord[]>>;
  readonly kept: readonly unknown[];
}

const tableNames = async (): Promise<readonly string[]> => {
  const rows = await app.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  return rows.map(({ name }) => name);
};

/** Primary keys of other names. */
const KEYS: Readonly<Record<string, string>> = {
  one_time_links: "slot",
  signup_links: "code",
  mail_suppressions: "address_hash",
};

/** The rows of the tables that hold something about people, as text by table and id. */
async function snapshot(): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>();
  for (const [table, kinds] of Object.entries(TABLES)) {
    if (typeof kinds === "string") continue;
    const found = await app.db.query<{ id: string; row: string }>(
      `select ${KEYS[table] ?? "id::text"} as id, to_jsonb(t)::text as row from "${table}" t`,
    );
    for (const { id, row } of found) rows.set(`${table} ${id}`, row);
  }
  return rows;
}

/** The rows that a person's records are, by what erasing the person does with them. */
function listedRows({ data }: Person, rows: ReadonlyMap<string, string>, effect: string): readonly string[] {
  return Object.entries(TABLES).flatMap(([table, kinds]) => {
    if (typeof kinds === "string") return [];
    const records = kinds.flatMap((kind) => data[kind]).filter(({ onErasure }) => onErasure === effect);
    return records.map(({ id }) => `${table} ${id}`).filter((row) => rows.has(row));
  });
}

/** Links of the person's account, and one of another account that is to get the address. */
async function issueLinks(): Promise<void> {
  const [own] = await app.db.query<{ id: string }>("select id from partner_people where email_key = $1", [
    PERSON.email,
  ]);
  const kind = "partner-change-email";
  await app.db.transaction(async (tx) => {
    const email = PERSON.email;
    await issueLink(tx, app.deps, { kind: "partner-reset-password", ownerId: own?.id ?? null, email });
    await issueLink(tx, app.deps, { kind, ownerId: "other", email, data: { email: email.toUpperCase() } });
    await issueLink(tx, app.deps, {
      kind,
      ownerId: "other",
      email: "x@y.example",
      data: { email: "x@y.example" },
    });
  });
}

async function bounce(): Promise<void> {
  const [at, hash] = [app.clock.now, addressHash(PERSON.email)];
  await app.db.transaction(async (tx) => {
    await tx
      .insert(mailEvents)
      .values({ id: "one", kind: "complaint", addressHash: hash, at, receivedAt: at });
    await suppress(tx, PERSON.email, "complained", at);
  });
}

/** Everything about the person, also a staff account with the same address. */
async function fill(): Promise<void> {
  await fillPersonAndTrash(app);
  const account = { username: "zaynab", email: PERSON.email, role: "admin", password: PASSWORD };
  await app.operate("admin.users.create", account);
  await addPasskey(app, STAFF_PASSKEYS, await signIn(app, "zaynab"));
  await app.operate("admin.tokens.create", {
    username: "zaynab",
    name: "nightly",
    scopes: ["waitlist:read"],
  });
  await issueLinks();
  await bounce();
  const [request] = (await asSuperAdmin("GET /api/reviews/requests?status=pending")).json;
  const position = { latitude: 42.3, longitude: -83.2 };
  const approval = { decision: "approved", ...position };
  expect((await asSuperAdmin(`PUT /api/reviews/requests/${request.id}`, approval)).status).toBe(200);
}

test("for every table it is decided whether it holds something about people", async () => {
  expect((await tableNames()).toSorted()).toEqual(Object.keys(TABLES).toSorted());
});

test("what is shown about a person is exactly what an erasure deletes, clears and keeps, and a second one reports the same", async () => {
  await fill();
  const person: Person = await show(PERSON.email.toUpperCase());
  for (const [kind, records] of Object.entries(person.data))
    expect([kind, records.length > 0]).toEqual([kind, true]);
  const before = await snapshot();

  const erased = await asSuperAdmin("POST /api/admin/people/erase", { email: PERSON.email });

  const after = await snapshot();
  const deleted = [...before.keys()].filter((row) => !after.has(row));
  const changed = [...before.keys()].filter((row) => after.has(row) && after.get(row) !== before.get(row));
  const listed = (effect: string) => listedRows(person, before, effect);
  expect(deleted.toSorted()).toEqual([...new Set(listed("deleted"))].toSorted());
  // a report about a place in the trash is listed by its own id
  const inTrash = person.data.reports.map(({ id }) => id);
  const isStored = (row: string) =>
    row.startsWith("trash_items ") && inTrash.some((id) => before.get(row)?.includes(id));
  expect(changed.filter((row) => !listed("cleared").includes(row) && !isStored(row))).toEqual([]);
  const unchanged = listed("cleared").filter((row) => !changed.includes(row) && !row.startsWith("audit_log"));
  expect(unchanged).toEqual([]); // an audit entry without values has nothing to clear
  expect(erased.json).toEqual({ success: true, forgotten: expect.any(Number), kept: person.kept });

  app.clock.forward(days(1));
  const left: Person = await show(PERSON.email);
  const again = await asSuperAdmin("POST /api/admin/people/erase", { email: PERSON.email });
  expect([again.status, again.json]).toEqual([200, { success: true, forgotten: 0, kept: person.kept }]);
  expect(left.kept).toEqual(person.kept);
  const kinds = Object.entries(left.counts).filter(([, count]) => count > 0);
  expect(kinds.map(([kind]) => kind)).toEqual([
    "links", // of the notice about the passkey of the staff account
    "payments",
    "bounces",
    "suppressions",
    "staffAccounts",
    "staffSessions",
    "staffPasskeys",
    "apiTokens",
    "auditEntries",
  ]);
});

test("an export downloads everything as JSON and is recorded in the audit log without the address", async () => {
  const email = "export@person.example";
  await app.send("POST /api/waitlist", { body: { firstName: "Exported", email } });
  const { data, kept } = await show(email);
  const file = await asSuperAdmin(`GET /api/admin/people/export?email=${email}`);
  expect([file.status, file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    200,
    "application/json",
    'attachment; filename="person.json"',
  ]);
  expect(file.json).toMatchObject({ email, data, kept });
  expect(file.text).toBe(`${JSON.stringify(file.json, null, 2)}\n`);
  expect(file.json.data.signups).toMatchObject([{ firstName: "Exported", email, onErasure: "deleted" }]);
  const entries = (await asSuperAdmin("GET /api/admin/audit?action=admin.people.export")).json;
  expect(entries).toMatchObject([{ actor: { name: "super_admin" }, after: { records: 2 } }]);
  expect(JSON.stringify(entries)).not.toContain(email);
});

test("an address of which nothing is kept is answered and erased like any other", async () => {
  const person: Person = await show("nobody@person.example");
  expect([Object.values(person.data).flat(), person.kept]).toEqual([[], []]);
  const erased = await asSuperAdmin("POST /api/admin/people/erase", { email: "nobody@person.example" });
  expect([erased.status, erased.json]).toEqual([200, { success: true, forgotten: 0, kept: [] }]);
});

test("only a super admin reads, exports and erases a person, and only with an address", async () => {
  const calls = ["GET /api/admin/people", "GET /api/admin/people/export", "POST /api/admin/people/erase"];
  for (const line of calls) {
    const send = (email: string, headers?: Record<string, string>) => {
      const isChange = line.startsWith("POST");
      return app.send(isChange ? line : `${line}?email=${email}`, {
        ...(headers && { headers }),
        ...(isChange && { body: { email } }),
      });
    };
    for (const role of ["admin", "partner_manager"])
      expect([line, (await send(PERSON.email, basic(role))).status]).toEqual([line, 403]);
    expect([line, (await send(PERSON.email)).status]).toEqual([line, 401]);
    for (const wrong of ["", "nonsense", "a@b@c.example"])
      expect([line, wrong, (await send(wrong, basic("super_admin"))).status]).toEqual([line, wrong, 400]);
  }
});
