import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { isReadBy, type Subject, subjectsFor, subjectsOf } from "../../../shared/changes.ts";
import { seconds } from "../../../shared/duration.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";
import { newestEntries } from "../../audit/public.ts";
import { outboxVersion } from "../../mail/public.ts";
import type { changesInput, changesOutput } from "./schema.ts";

/** More entries between two calls count as a change of everything. */
const ENTRIES_MAX = 200;
/** An entry gets its id before its transaction commits: among so many ids, one that is missing may still appear. */
const LATE_WITHIN = 100;
/** Lists that were loaded together with the first call may lack entries this recent. */
const LOADED_WITHIN = seconds(5);

interface Seen {
  readonly newest: number;
  /** Ids below `newest` whose entries are reported when they appear. */
  readonly missing: readonly number[];
  /** The state of the outbox; null if the caller may not read it. */
  readonly mails: string | null;
}

/** What changed since the previous call, for the screens of the caller. Costs a few reads by key. */
export async function changes(
  { deps, principal }: ActionContext<StaffActor>,
  { since }: z.output<typeof changesInput>,
): Promise<z.output<typeof changesOutput>> {
  const role = principal.kind === "operator" ? null : principal.role;
  const before = since === undefined ? null : seenOf(since);
  const mails = isReadBy("admin.mails", role) ? await outboxVersion(deps) : null;
  const entries = before ? await entriesAfter(deps, before, role) : await firstEntries(deps);
  const changed = new Set<Subject>(entries.changed);
  if (before && before.mails !== mails) changed.add("admin.mails");
  return { cursor: cursorOf({ ...entries, mails }), changed: [...changed].toSorted() };
}

interface Entries extends Omit<Seen, "mails"> {
  readonly changed: readonly Subject[];
}

async function firstEntries(deps: Deps): Promise<Entries> {
  const rows = await newestEntries(deps, { after: 0, ids: [], limit: LATE_WITHIN });
  const loaded = rows.filter(({ at }) => deps.now().getTime() - at.getTime() > LOADED_WITHIN);
  const newest = rows[0]?.id ?? 0;
  return { newest, missing: missingBelow(newest, loaded, 0), changed: [] };
}

async function entriesAfter(
  deps: Deps,
  { newest: after, missing: ids }: Seen,
  role: StaffRole | null,
): Promise<Entries> {
  const rows = await newestEntries(deps, { after, ids, limit: ENTRIES_MAX + 1 });
  const newest = Math.max(after, rows[0]?.id ?? 0);
  const still = ids.filter((id) => id > newest - LATE_WITHIN && !rows.some((row) => row.id === id));
  const missing = [...missingBelow(newest, rows, after), ...still];
  if (rows.length > ENTRIES_MAX) return { newest, missing, changed: subjectsFor(role) };
  return { newest, missing, changed: rows.flatMap(({ action }) => subjectsOf(action, role)) };
}

/** The ids above `after` and among the newest that have no row. */
function missingBelow(newest: number, rows: readonly { readonly id: number }[], after: number) {
  const found = new Set(rows.map(({ id }) => id));
  const lowest = Math.max(1, after + 1, newest - LATE_WITHIN + 1);
  return Array.from({ length: Math.max(0, newest - lowest + 1) }, (_, at) => lowest + at).filter(
    (id) => !found.has(id),
  );
}

const cursorOf = ({ newest, missing, mails }: Seen): string =>
  `${[newest, ...missing].join(".")}${mails === null ? "" : `-${mails}`}`;

function seenOf(cursor: string): Seen {
  const [ids = "", mails = null] = cursor.split("-");
  const [newest = 0, ...missing] = ids.split(".").map(Number);
  return { newest, missing, mails };
}
