import type { z } from "zod";
import type { deliverOutput } from "../src/modules/mail/schema.ts";
import type { testOutput } from "../src/modules/maintenance/alerts/schema.ts";
import type { moveOutput } from "../src/modules/maintenance/schema.ts";
import type { Person } from "../src/modules/people/schema.ts";
import type {
  floorPreview,
  report as precisionReport,
} from "../src/modules/places/intake/precision/schema.ts";
import type { intakeRow, match } from "../src/modules/places/intake/schema.ts";
import { counted } from "../src/shared/format.ts";
import { PERSONAL_DATA_KINDS, PERSONAL_DATA_LABELS } from "../src/shared/people/personal-data.ts";
import { FACT_KEYS } from "../src/shared/places/facts.ts";
import { EXIT } from "./errors.ts";
import { operationNamed } from "./operations.ts";
import { write, writeRecord, writeRows } from "./output/output.ts";
import {
  printSync,
  printUndo,
  showSyncProgress,
  syncExitCode,
  undoExitCode,
} from "./output/sync-progress.ts";
import type { DatabaseNeed, Input, Transport } from "./transport/transport.ts";

interface Alias {
  readonly words: readonly string[];
  readonly preset: Input;
  readonly summary: string;
}

interface Override {
  readonly need?: DatabaseNeed;
  /** Further commands for the same operation, with part of its input preset. */
  readonly aliases?: readonly Alias[];
  /** What has to be confirmed before the call; null for nothing. */
  readonly asks?: (transport: Transport, input: Input) => Promise<string | null>;
  /** Runs the call and shows progress until it ends. */
  readonly whileRunning?: <T>(transport: Transport, json: boolean, work: () => Promise<T>) => Promise<T>;
  /** What people read of a row of a list, unless they choose fields. */
  readonly readable?: (row: never) => Readonly<Record<string, unknown>>;
  /** Prints the result for people. */
  readonly print?: (result: unknown) => Promise<void>;
  readonly exitCode?: (result: unknown) => number;
  /** Keys that `--unset` sets to null, which no flag of their own can say. */
  readonly unset?: readonly string[];
  /** All its flags are optional, and without any there is nothing to change. */
  readonly needsChange?: true;
}

/** Prints a broadcast without its preview, which `broadcast preview` shows. */
function printBroadcast(result: unknown): Promise<void> {
  const { preview: _, ...fields } = result as { readonly preview: unknown };
  return writeRecord(fields);
}

/** Partial failure if some mails could not be sent. */
const deliveryExitCode = (result: unknown): number =>
  (result as z.output<typeof deliverOutput>).failed > 0 ? EXIT.partly : EXIT.done;

/** A test that the webhook refuses is a failure, for scripts that set a server up. */
const alertTestExitCode = (result: unknown): number =>
  (result as z.output<typeof testOutput>).webhook === "refused" ? EXIT.failed : EXIT.done;

/** What was moved, and the settings that the next start needs. */
async function printMove(result: unknown): Promise<void> {
  const { total, tables, keyFile, dataDir } = result as z.output<typeof moveOutput>;
  const settings = ["DATABASE_URL=(the new database)"];
  if (keyFile !== null) settings.push(`SECRET_KEY_FILE=${keyFile}`);
  settings.push(`DATA_DIR=${dataDir}`);
  await write(
    [
      `Moved ${total} rows of ${tables} tables. The new database has as many in each.`,
      "Set these and start the server; evidence files stay in DATA_DIR:",
      ...settings.map((line) => `  ${line}`),
      "",
    ].join("\n"),
  );
}

/** Prints the records of each kind as a table, then what an erasure would leave. */
async function printPerson(result: unknown): Promise<void> {
  const { email, counts, data, kept } = result as Person;
  const found = PERSONAL_DATA_KINDS.filter((kind) => counts[kind] > 0);
  if (found.length === 0) await write(`Nothing is kept about ${email}.\n`);
  for (const kind of found) {
    const [records, count] = [data[kind], counts[kind]];
    const shown = records.length < count ? `, the newest ${records.length} shown` : "";
    await write(`${PERSONAL_DATA_LABELS[kind]} (${count}${shown})\n`);
    await writeRows(operationNamed("admin.people.show"), records);
    await write("\n");
  }
  if (kept.length > 0) await writeRecord({ "stays after erasing": kept });
}

/** Of a share, to a tenth. */
const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

/** What a row of a file says, or the place that is gone, on one line. */
function readableRow({ row, outcome, place, says, changes }: z.output<typeof intakeRow>) {
  const { name, address, city } = says ?? place ?? { name: "", address: "", city: "" };
  const changed = changes.map(({ field, before, after }) => `${field}: ${before ?? ""} -> ${after ?? ""}`);
  return { row, outcome, name, address, city, changes: changed.join("; ") };
}

/** What a row of a file says, and the listed place that it may be, on one line. */
function readableMatch({ id, source, says, place, score, status, dueBy }: z.output<typeof match>) {
  const { name, address, city } = says;
  const listed = place === null ? "" : `${place.name}, ${place.address}`;
  return { id, source, name, address, city, listed, score: percent(score), status, dueBy };
}

/** The precision of each source by city, then the floors that are set, then how well people check. */
async function printPrecision(result: unknown): Promise<void> {
  const { precision, floors, reviewers } = result as z.output<typeof precisionReport>;
  const operation = operationNamed("admin.intakes.report");
  await writeRows(
    operation,
    precision.map(({ cityId: _, source, city, low, high, ...row }) => ({
      source,
      city,
      ...row,
      low: low === null ? null : percent(low),
      high: high === null ? null : percent(high),
    })),
  );
  const floorsSet = floors.filter(({ floor }) => floor > 0);
  for (const [title, rows] of [
    ["Floors", floorsSet.map((row) => ({ ...row, floor: percent(row.floor) }))],
    ["Known places that were said to be right", reviewers],
  ] as const) {
    if (rows.length === 0) continue;
    await write(`\n${title}\n`);
    await writeRows(operation, rows);
  }
}

/** Whether places that a floor would hide may be hidden. */
async function askToHide(transport: Transport, input: Input): Promise<string | null> {
  const preview = await transport.call(operationNamed("admin.intakes.previewFloor"), input);
  const { hides } = preview as z.output<typeof floorPreview>;
  return hides === 0 ? null : `Hide ${counted(hides, "place")} from the public search?`;
}

/** What commands need beyond the metadata of their operations, by path. */
export const OVERRIDES: Readonly<Record<string, Override>> = {
  "admin.reviews.decideClaim": {
    aliases: [
      { words: ["claim", "approve"], preset: { decision: "approved" }, summary: "Approve a claim" },
      { words: ["claim", "reject"], preset: { decision: "rejected" }, summary: "Reject a claim" },
    ],
  },
  "admin.reviews.decideRequest": {
    aliases: [
      { words: ["request", "approve"], preset: { decision: "approved" }, summary: "Approve a place request" },
      { words: ["request", "reject"], preset: { decision: "rejected" }, summary: "Reject a place request" },
    ],
  },
  "admin.reviews.proposals.decide": {
    aliases: [
      {
        words: ["proposal", "approve"],
        preset: { decision: "approved" },
        summary: "Approve an owner's change",
      },
      {
        words: ["proposal", "reject"],
        preset: { decision: "rejected" },
        summary: "Reject an owner's change",
      },
    ],
  },
  "admin.reviews.transfers.decide": {
    aliases: [
      { words: ["transfer", "approve"], preset: { decision: "approved" }, summary: "Approve a transfer" },
      { words: ["transfer", "reject"], preset: { decision: "rejected" }, summary: "Reject a transfer" },
    ],
  },
  "admin.reviews.renewals.decide": {
    aliases: [
      {
        words: ["renewal", "decline"],
        preset: { decision: "declined" },
        summary: "Decline a certificate that an owner sent",
      },
    ],
  },
  "admin.reviews.photos.decide": {
    aliases: [
      { words: ["photo", "approve"], preset: { decision: "approved" }, summary: "Show a photo of a place" },
      {
        words: ["photo", "decline"],
        preset: { decision: "declined" },
        summary: "Decline a photo of a place",
      },
    ],
  },
  "admin.facts.save": { unset: FACT_KEYS, needsChange: true },
  "admin.prayer.save": { needsChange: true },
  "admin.partnerships.progress": { needsChange: true },
  "admin.pois.update": { needsChange: true },
  "admin.users.update": { needsChange: true },
  "admin.waitlist.update": { needsChange: true },
  "sync.trigger": { whileRunning: showSyncProgress, print: printSync, exitCode: syncExitCode },
  "sync.undo": { whileRunning: showSyncProgress, print: printUndo, exitCode: undoExitCode },
  "admin.intakes.report": { print: printPrecision },
  "admin.intakes.setFloor": { asks: askToHide },
  "admin.intakes.rows": { readable: readableRow },
  "admin.reviews.matches.list": { readable: readableMatch },
  "admin.people.show": { print: printPerson },
  "admin.broadcasts.create": { print: printBroadcast },
  "admin.broadcasts.get": { print: printBroadcast },
  "admin.broadcasts.update": { print: printBroadcast },
  "admin.broadcasts.send": { print: printBroadcast },
  "admin.broadcasts.pause": { print: printBroadcast },
  "admin.broadcasts.resume": { print: printBroadcast },
  "admin.broadcasts.cancel": { print: printBroadcast },
  "sync.stats": {
    aliases: [
      {
        words: ["sync", "status"],
        preset: {},
        summary: "Show how many places are synced, wait or failed, and the current run",
      },
    ],
  },
  "operator.mail.deliver": { exitCode: deliveryExitCode },
  "admin.alerts.test": { exitCode: alertTestExitCode },
  "operator.maintenance.move": { print: printMove },
  "admin.health.database": { need: "any" },
  "admin.users.create": {
    need: "created", // the first command on a new machine
    aliases: [
      {
        words: ["manager", "create"],
        preset: { role: "partner_manager" },
        summary: "Add a partner manager account",
      },
    ],
  },
};

/** Help lines of the nouns. */
export const NOUNS: Readonly<Record<string, string>> = {
  admin: "Staff accounts",
  alert: "What fails now, and a test of who is told",
  audit: "Audit log",
  backup: "Backups: create, verify, list, delete, prune, restore",
  broadcast: "Messages to the waitlist",
  city: "Cities and metros, with their signups and places",
  claim: "Partners' claims of ownership",
  config: "Settings of this machine",
  db: "Database: migrate, move, back up, restore, rotate the key",
  evidence: "Records that the halal tier of a place is based on",
  intake: "Public data files: import, plan, show, apply, undo",
  issuer: "Bodies that certify places as halal",
  job: "Background jobs",
  mail: "Outgoing email",
  manager: "Partner manager accounts",
  match: "Rows of files that may be listed places",
  note: "Staff notes about records",
  partner: "Partner accounts",
  partnership: "Partnership inquiries",
  payment: "Gifts and pledges",
  person: "Everything kept about an email address",
  photo: "Photos of places that their owners send",
  poi: "Places",
  proposal: "Changes of places that their owners propose",
  quarantine: "Submissions caught by the honeypot",
  reading: "Certificates that a second person reads",
  renewal: "New certificates that owners sent",
  report: "Visitors' reports about places",
  request: "Requests for new places",
  review: "What waits for a review",
  suggestion: "Visitors' suggestions of missing places",
  summary: "Counts, and what needs attention",
  sample: "Places from files that staff check by hand",
  session: "Sessions of staff",
  profile: "Servers that you are signed in to",
  sync: "Sync of places to the main database",
  transfer: "Transfers of places between partners",
  token: "API tokens of staff accounts, for scripts",
  trash: "What staff deleted in the last 30 days",
  view: "Saved views of the lists in the back office",
  waitlist: "Waitlist signups",
};

/** Defaults of omitted options. The first account is a super_admin, because only one can create the others. */
export async function defaultsOf(path: string, transport: Transport, input: Input): Promise<Input> {
  if (path === "admin.reviews.reports.close") return { close: true };
  if (path !== "admin.users.create" || input.role !== undefined) return {};
  if (transport.kind === "network") return { role: "admin" }; // an account exists, because it signed in
  const status = (await transport.call(operationNamed("admin.health.database"), {})) as {
    staffAccounts: number | null;
  };
  return { role: status.staffAccounts === 0 ? "super_admin" : "admin" };
}
