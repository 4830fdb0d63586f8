import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type Entry, textOf } from "../../core/files/csv-reader.ts";
import { FileError } from "../../core/files/file-error.ts";
import { headOf, type KeptList, missingColumns, openKept } from "../../core/files/list-maps.ts";
import { readUpload, tooLarge, UPLOAD_BYTES } from "../../core/files/read-upload.ts";
import { sortInSteps } from "../../core/limits/event-loop.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { arrayLiteral } from "../../db/query/array-literal.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import type { ListGuess } from "../../shared/list-columns.ts";
import { IMPORTED_CONSENT } from "../../shared/people/consent-texts.ts";
import { lastErasures, record, skipAuditCheck } from "../audit/public.ts";
import { suppressedAmong } from "../mail/public.ts";
import { cityColumns } from "./columns.ts";
import { type DateOrder, type ReadDate, readDate } from "./consent-dates.ts";
import { leftColumn, PEOPLE_LIST, peopleList } from "./list-fields.ts";
import { type columnsInput, type ImportReport, importedSignup, type importInput } from "./schema.ts";

const BATCH_SIZE = 2_000; // rows per statement

/**
 * Imports people who agreed elsewhere, with the evidence of that, in one transaction; nothing if a line is refused, unless
 * `skipRefused` says so. No mail is sent. Throws 400 on any other kind of file, and 413 above 10 MiB.
 */
export async function importSignups(
  ctx: ActionContext<StaffActor>,
  { size = 0, skipRefused = false, ...input }: z.output<typeof importInput>,
): Promise<ImportReport> {
  const { deps } = ctx;
  if (size > UPLOAD_BYTES) throw tooLarge();
  const { rows, list, refused, left } = await readList(deps, input); // before the transaction: the sender may be slow
  const ignored = list.columns.flatMap(({ column, field }) => (field === null ? [column] : []));
  const said = { refused, ...(left.length > 0 && { left }), ...(ignored.length > 0 && { ignored }) };
  if (refused.length > 0 && !skipRefused) {
    skipAuditCheck(ctx);
    return { created: 0, updated: 0, unchanged: 0, ...said };
  }
  const mailable = await withoutSuppressed(deps, rows);
  const work = async (tx: Tx) => {
    await list.remember(tx, deps.now());
    const { consentSource, consentAt } = input;
    const forAll = consentSource || consentAt ? { consentSource, consentAt } : undefined;
    return writeAll(tx, ctx, mailable, { refused: refused.length, ...(forAll && { forAll }) });
  };
  const counts = await deps.db.transaction(work, { timeoutMs: 0 });
  return { ...counts, ...said };
}

/** How a list would be read, and what it lacks. Throws 400 on a malformed file, and 413 above 10 MiB. */
export async function importColumns(
  ctx: ActionContext<StaffActor>,
  { size = 0, ...input }: z.output<typeof columnsInput>,
): Promise<ListGuess> {
  skipAuditCheck(ctx);
  if (size > UPLOAD_BYTES) throw tooLarge();
  const bytes = await Array.fromAsync(bytesOf(input.file));
  const list = await openPeople(ctx.deps, bytes, input).catch(refuseMalformed);
  return { ...headOf(list), missing: [...list.missing] };
}

async function writeAll(tx: Tx, ctx: ActionContext<StaffActor>, rows: Rows, more: object) {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const known = await withoutErased(tx, ctx.deps, rows.slice(at, at + BATCH_SIZE));
    const batch = await withoutLeft(tx, known);
    const written = await write(tx, batch);
    counts.created += written.created;
    counts.updated += written.updated;
    counts.unchanged += written.unchanged;
  }
  await record(tx, ctx, { subject: null, after: { ...counts, ...more } });
  return counts;
}

type Rows = readonly ImportedRow[];

async function withoutSuppressed(deps: Deps, rows: Rows): Promise<Rows> {
  const kept: ImportedRow[] = [];
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE);
    const isSuppressed = await suppressedAmong(
      deps,
      batch.map(({ email }) => email),
    );
    kept.push(...batch.filter(({ email }) => !isSuppressed(email)));
  }
  return kept;
}

/** Leaves out people who were erased at their request after they agreed. */
async function withoutErased(tx: Tx, deps: Deps, rows: Rows): Promise<Rows> {
  const erased = await lastErasures(
    tx,
    deps,
    rows.map(({ email }) => email),
  );
  return rows.filter(({ email, consentAt }) => consentAt > (erased.get(email) ?? NEVER));
}

const NEVER = new Date(0);

/**
 * Leaves out people who left, also if staff deleted them since: the row that says so is in the trash. `limit` makes each
 * one a look-up: before the first `analyze` the planner would read the whole table for each batch.
 */
async function withoutLeft(tx: Tx, rows: Rows): Promise<Rows> {
  const keys = arrayLiteral(rows.map(({ emailKey: key }) => key));
  const left = await tx.execute<{ email_key: string }>(sql`
    select k.email_key from unnest(${keys}::text[]) k(email_key) cross join lateral (
      select from waitlist_signups w where w.email_key = k.email_key and w.left_at is not null limit 1) l`);
  const gone = new Set(left.rows.map((row) => row.email_key));
  return rows.filter(({ emailKey: key }) => !gone.has(key));
}

/**
 * Adds people, and to those who are on the list what they lack: a city, a beta wish, newer evidence. One who leaves at the
 * same time stays off the list. A person who joined by the form keeps the text that the form showed. The order of the rows keeps two imports at the
 * same time from waiting for each other.
 */
async function write(tx: Tx, rows: Rows): Promise<Omit<ImportReport, "refused">> {
  const given = rows.map((row) => ({ ...row, id: randomId() }));
  const { rows: written } = await tx.execute<{ id: string; email_key: string }>(sql`
    insert into waitlist_signups as w (id, first_name, email, email_key, city, city_id, is_beta_tester,
      consent_wording, consent_source, consent_at, created_at)
    select a."id", a."firstName", a."email", a."emailKey", a."city", a."cityId", a."isBetaTester",
      ${IMPORTED_CONSENT}, a."consentSource", a."consentAt", a."consentAt"
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as ("id" text, "firstName" text,
      "email" text, "emailKey" text, "city" text, "cityId" int, "isBetaTester" boolean, "consentSource" text,
      "consentAt" timestamptz)) with ordinality as a
    order by ordinality
    on conflict (email_key) where not quarantined and deleted_at is null do update set
      is_beta_tester = w.is_beta_tester or excluded.is_beta_tester,
      updated_at = case when (excluded.is_beta_tester and not w.is_beta_tester) or (w.city is null and excluded.city is not null)
          or (w.consent_wording = ${IMPORTED_CONSENT} and excluded.first_name <> w.first_name)
        then greatest(now(), coalesce(w.updated_at, w.created_at) + interval '1 millisecond') else w.updated_at end,
      city = coalesce(w.city, excluded.city),
      city_id = case when w.city is null then excluded.city_id else w.city_id end,
      first_name = case when w.consent_wording = ${IMPORTED_CONSENT} then excluded.first_name else w.first_name end,
      consent_source = case when w.consent_wording = ${IMPORTED_CONSENT} then excluded.consent_source end,
      consent_at = case when w.consent_wording = ${IMPORTED_CONSENT} then excluded.consent_at else w.consent_at end
      where w.left_at is null and (
        (excluded.is_beta_tester and not w.is_beta_tester)
        or (w.city is null and excluded.city is not null)
        or (w.consent_wording = ${IMPORTED_CONSENT} and (excluded.first_name, excluded.consent_source, excluded.consent_at)
          is distinct from (w.first_name, w.consent_source, w.consent_at)))
    returning id, email_key`);
  const own = new Map(given.map((row) => [row.emailKey, row]));
  const isNew = (row: { id: string; email_key: string }) => own.get(row.email_key)?.id === row.id;
  const changed = written.reduce((lines, row) => lines + (own.get(row.email_key)?.lines ?? 0), 0);
  const all = rows.reduce((lines, row) => lines + row.lines, 0);
  const created = written.filter(isNew).length;
  return { created, updated: changed - created, unchanged: all - changed };
}

const MAX_REFUSED = 10_000; // lines; more mean that it is another kind of file

/** One person of a list, merged from all their lines. */
interface ImportedRow {
  readonly firstName: string;
  readonly email: string;
  readonly emailKey: string;
  readonly city: string | null;
  readonly cityId: number | null;
  readonly isBetaTester: boolean;
  readonly consentSource: string;
  readonly consentAt: Date;
  /** The last line that names the person, and how many do. */
  readonly at: number;
  readonly lines: number;
}

interface ReadList {
  /** By address, in the order in which every import writes them. */
  readonly rows: readonly ImportedRow[];
  readonly list: KeptList;
  readonly refused: ImportReport["refused"];
  readonly left: ImportReport["refused"];
}

type Sent = Pick<z.output<typeof importInput>, "file" | "map" | "consentSource" | "consentAt">;

/**
 * Reads and checks a whole list. Of several lines of one person the last counts, and a beta wish of any. Throws 400 on a
 * file of another kind, and 413 above 10 MiB.
 */
async function readList(deps: Deps, input: Sent): Promise<ReadList> {
  const list = await openPeople(deps, bytesOf(input.file), input).catch(refuseMalformed);
  if (list.missing.length > 0) throw new DomainError("invalid", missingSentence(list.missing));
  const people = new People(deps, input);
  try {
    for await (const entries of list.entries) {
      for (const entry of entries) people.take(entry);
      if (people.refused.length > MAX_REFUSED) throw new FileError(TOO_MANY);
    }
    people.finish();
  } catch (error) {
    return refuseMalformed(error);
  }
  const byKey = (one: ImportedRow, other: ImportedRow) => (one.emailKey < other.emailKey ? -1 : 1);
  const rows = await sortInSteps([...people.found.values()], byKey);
  return { rows, list, refused: people.refused, left: people.left };
}

/** What the caller says of the whole list counts as a column of it. */
async function openPeople(
  { db }: Deps,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { map, consentSource, consentAt }: Omit<Sent, "file">,
): Promise<KeptList> {
  const list = await openKept(db.orm, PEOPLE_LIST, textOf(bytes), peopleList, map);
  const said = Object.entries({ consentSource, consentAt }).flatMap(([name, value]) => (value ? [name] : []));
  return { ...list, missing: list.missing.filter((name) => !said.includes(name)) };
}

function missingSentence(names: readonly string[]): string {
  const lacksConsent = names.every((name) => name.startsWith("consent"));
  const said = "If these people agreed, say for the whole list how and when: consentSource and consentAt.";
  return [missingColumns(names), ...(lacksConsent ? [said] : [])].join(" ");
}

async function refuseMalformed(error: unknown): Promise<never> {
  throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
}

const TOO_MANY = `More than ${MAX_REFUSED.toLocaleString("en-US")} lines cannot be read: is this the right file?`;

async function* bytesOf(file: ReadableStream<Uint8Array> | string): AsyncGenerator<Uint8Array> {
  if (typeof file !== "string") return yield* readUpload(file);
  const bytes = new TextEncoder().encode(file);
  if (bytes.length > UPLOAD_BYTES) throw tooLarge();
  yield bytes;
}

type Line = Extract<Entry, { fields: object }>;

/** Collects the people of a list. Lines whose date has two meanings wait until others say which number is the month. */
class People {
  readonly found = new Map<string, ImportedRow>();
  readonly refused: { line: number; reason: string }[] = [];
  readonly left: { line: number; reason: string }[] = [];
  readonly #waiting: Line[] = [];
  readonly #orders = new Set<DateOrder>();

  constructor(
    readonly deps: Deps,
    readonly said: Pick<Sent, "consentSource" | "consentAt">,
  ) {}

  take(entry: Entry): void {
    if ("reason" in entry) this.refused.push({ line: entry.at, reason: entry.reason });
    else this.#read(entry, undefined);
  }

  finish(): void {
    const [order, another] = this.#orders;
    const known = another === undefined ? order : undefined;
    for (const line of this.#waiting.splice(0)) this.#read(line, known, true);
    this.refused.sort((one, other) => one.line - other.line);
  }

  #read({ at, fields }: Line, order: DateOrder | undefined, isLast = false): void {
    const refuse = (reason: string) => this.refused.push({ line: at, reason });
    const column = leftColumn(fields);
    if (column !== null) return void refuse(`${column} says that this person may not be written to`);
    const given = withWhole(fields, this.said);
    const first = importedSignup.safeParse(given);
    const issues = first.error?.issues ?? [];
    const names = issues.map(({ path: [name] }) => String(name));
    const date = typeof given.consentAt === "string" ? readDate(given.consentAt, order) : null;
    const isOrdered = date !== null && "at" in date;
    if (isOrdered && date.order) this.#orders.add(date.order);
    if (date !== null && !isOrdered && !isLast) return void this.#waiting.push({ at, fields });
    const reasons = [
      ...issues.map(({ message }) => message),
      ...(isOrdered || names.includes("consentAt") ? [] : [dateReason(date, String(given.consentAt))]),
    ];
    if (!isOrdered || names.some((name) => !OPTIONAL.has(name))) return void refuse(reasons.join("; "));
    if (date.at > this.deps.now()) return void refuse("consentAt is in the future");
    const data = first.data ?? importedSignup.parse(without(given, names));
    if (reasons.length > 0)
      this.left.push({ line: at, reason: `Imported without a value: ${reasons.join("; ")}` });
    const key = emailKey(data.email);
    const row = {
      ...data,
      consentAt: date.at,
      ...cityColumns(this.deps, data.city),
      emailKey: key,
      at,
      lines: 1,
    };
    this.found.set(key, merged(this.found.get(key), row));
  }
}

const OPTIONAL = new Set(["firstName", "city", "isBetaTester"]);

const without = (fields: Line["fields"], names: readonly string[]): Line["fields"] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

function dateReason(date: ReadDate | null, text: string): string {
  if (date === null || !("either" in date)) return "consentAt must be a date like 2025-03-01, or with a time";
  const [one, other] = date.either.map((day) => day.toISOString().slice(0, 10));
  return `consentAt ${text} may be ${one} or ${other}: write it like that`;
}

/** The row with what is said of the whole list, marked as that, and with the first of all names. */
function withWhole(fields: Line["fields"], said: Pick<Sent, "consentSource" | "consentAt">): Line["fields"] {
  const given = (name: string) => String(fields[name] ?? "").trim();
  const [firstOfAll = ""] = given("fullName").split(/\s+/);
  return {
    ...fields,
    firstName: given("firstName") || firstOfAll,
    consentSource:
      given("consentSource") || (said.consentSource && `${said.consentSource} (said of the whole list)`),
    consentAt: given("consentAt") || said.consentAt,
  };
}

/** Of two rows of a person, the later line counts. */
function merged(one: ImportedRow | undefined, other: ImportedRow): ImportedRow {
  if (one === undefined) return other;
  const [before, row] = one.at < other.at ? [one, other] : [other, one];
  return {
    ...row,
    ...(row.firstName === "" && { firstName: before.firstName }),
    ...(row.city === null && { city: before.city, cityId: before.cityId }),
    isBetaTester: before.isBetaTester || row.isBetaTester,
    lines: before.lines + row.lines,
  };
}
