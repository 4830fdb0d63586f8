import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type Entry, readCsv, textOf } from "../../core/files/csv-reader.ts";
import { FileError } from "../../core/files/file-error.ts";
import { readUpload, tooLarge, UPLOAD_BYTES } from "../../core/files/read-upload.ts";
import { sortInSteps } from "../../core/limits/event-loop.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { arrayLiteral } from "../../db/query/array-literal.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { IMPORTED_CONSENT } from "../../shared/people/consent-texts.ts";
import { lastErasures, record, skipAuditCheck } from "../audit/public.ts";
import { suppressedAmong } from "../mail/public.ts";
import { cityColumns } from "./columns.ts";
import { IMPORT_COLUMNS, type ImportReport, importedSignup, type importInput } from "./schema.ts";

const BATCH_SIZE = 2_000; // rows per statement

/** What newsletter tools call the columns. */
const ALIASES = { emailaddress: "email", fname: "firstName", givenname: "firstName" };
/** Columns of newsletter tools that say that someone may not be written to, in lower case. */
const STATUS_COLUMNS = ["status", "email marketing status", "subscription status", "member status"];
const NO_COLUMNS = [
  "unsubscribed",
  "email_disabled",
  "opted out",
  "optout",
  "bounced",
  "unsub_time",
  "unsubscribed at",
  "optout_time",
  "cleaned",
];
const GONE =
  /^(?:unsubscribed|cleaned|bounced|complained|inactive|opted[ _-]?out|suppressed|non-?subscribed|spam)/i;
const NO = /^(?:|0|no|false|never)$/i;

/**
 * Imports people who agreed elsewhere, with the evidence of that, in one transaction; nothing if a line is refused, unless
 * `skipRefused` says so. No mail is sent. Throws 400 on any other kind of file, and 413 above 10 MiB.
 */
export async function importSignups(
  ctx: ActionContext<StaffActor>,
  { file, size = 0, skipRefused = false }: z.output<typeof importInput>,
): Promise<ImportReport> {
  const { deps } = ctx;
  if (size > UPLOAD_BYTES) throw tooLarge();
  const { rows, refused } = await readList(deps, file); // before the transaction: the sender may be slow
  if (refused.length > 0 && !skipRefused) {
    skipAuditCheck(ctx);
    return { created: 0, updated: 0, unchanged: 0, refused };
  }
  const mailable = await withoutSuppressed(deps, rows);
  const work = (tx: Tx) => writeAll(tx, ctx, mailable, refused.length);
  const counts = await deps.db.transaction(work, { timeoutMs: 0 });
  return { ...counts, refused };
}

async function writeAll(tx: Tx, ctx: ActionContext<StaffActor>, rows: Rows, refused: number) {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const known = await withoutErased(tx, ctx.deps, rows.slice(at, at + BATCH_SIZE));
    const batch = await withoutLeft(tx, known);
    const written = await write(tx, batch);
    counts.created += written.created;
    counts.updated += written.updated;
    counts.unchanged += written.unchanged;
  }
  await record(tx, ctx, { subject: null, after: { ...counts, refused } });
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
  /** How many lines name the person. */
  readonly lines: number;
}

interface ReadList {
  /** By address, in the order in which every import writes them. */
  readonly rows: readonly ImportedRow[];
  readonly refused: ImportReport["refused"];
}

/**
 * Reads and checks a whole list. Of several lines of one person the last counts, and a beta wish of any. Throws 400 on a
 * file of another kind, and 413 above 10 MiB.
 */
async function readList(deps: Deps, file: ReadableStream<Uint8Array> | string): Promise<ReadList> {
  const people = new Map<string, ImportedRow>();
  const refused: { line: number; reason: string }[] = [];
  try {
    for await (const entries of readCsv(textOf(bytesOf(file)), {
      required: IMPORT_COLUMNS,
      aliases: ALIASES,
    }))
      for (const entry of entries) {
        const row = "reason" in entry ? entry.reason : rowOf(deps, entry);
        if (typeof row === "string") refused.push({ line: entry.at, reason: row });
        else people.set(row.emailKey, merged(people.get(row.emailKey), row));
        if (refused.length > MAX_REFUSED) throw new FileError(TOO_MANY);
      }
  } catch (error) {
    throw error instanceof FileError ? new DomainError("invalid", error.message) : error;
  }
  const byKey = (one: ImportedRow, other: ImportedRow) => (one.emailKey < other.emailKey ? -1 : 1);
  const rows = await sortInSteps([...people.values()], byKey);
  return { rows, refused };
}

const TOO_MANY = `More than ${MAX_REFUSED.toLocaleString("en-US")} lines cannot be read: is this the right file?`;

async function* bytesOf(file: ReadableStream<Uint8Array> | string): AsyncGenerator<Uint8Array> {
  if (typeof file !== "string") return yield* readUpload(file);
  const bytes = new TextEncoder().encode(file);
  if (bytes.length > UPLOAD_BYTES) throw tooLarge();
  yield bytes;
}

/** The person of a line, or why it is refused. */
function rowOf(deps: Deps, entry: Extract<Entry, { fields: object }>): ImportedRow | string {
  const left = leftColumn(entry.fields);
  if (left !== null) return `${left} says that this person may not be written to`;
  const { data, error } = importedSignup.safeParse(entry.fields);
  if (error) return error.issues.map(({ message }) => message).join("; ");
  if (data.consentAt > deps.now()) return "consentAt is in the future";
  return { ...data, ...cityColumns(deps, data.city), emailKey: emailKey(data.email), lines: 1 };
}

/** The column that says that a person has left the list that the file comes from; null for none. */
function leftColumn(fields: Readonly<Record<string, unknown>>): string | null {
  const said = Object.entries(fields).find(([name, value]) => {
    const [column, text] = [name.trim().toLowerCase(), String(value).trim()];
    return STATUS_COLUMNS.includes(column) ? GONE.test(text) : NO_COLUMNS.includes(column) && !NO.test(text);
  });
  return said ? said[0] : null;
}

const merged = (before: ImportedRow | undefined, row: ImportedRow): ImportedRow =>
  before === undefined
    ? row
    : {
        ...row,
        ...(row.city === null && { city: before.city, cityId: before.cityId }),
        isBetaTester: before.isBetaTester || row.isBetaTester,
        lines: before.lines + 1,
      };
