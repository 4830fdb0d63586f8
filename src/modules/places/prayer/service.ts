import { and, count, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Day } from "../../../shared/places/days.ts";
import type { Calculation, Jumuah } from "../../../shared/places/iqamah-rules.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { lockOwnAccount } from "../../partners/public.ts";
import { lockPlace } from "../service.ts";
import { forEditor, versionOf } from "./queries.ts";
import type { EditedPrayer, saveInput } from "./schema.ts";
import { statementsOf } from "./statements.ts";
import { prayerStatements as t } from "./table.ts";

type Sent = z.output<typeof saveInput>;
type Row = Pick<typeof t.$inferInsert, "subject" | "firstDay" | "value">;

const ROWS_A_DAY = 500; // about one place: the form sends some ten rows at a time

interface Author {
  readonly source: "owner" | "staff";
  readonly byId: string;
  readonly byName: string | null;
}

/**
 * Records what staff say about a masjid's prayers. What is said of a prayer from a day on replaces what was said of it from
 * that day on; the list of Friday prayers is replaced as a whole. Saying the same again confirms it. Throws 404, also for a
 * place that is no masjid, and 409 if something was said since `updatedAt`.
 */
export function saveAsStaff(ctx: ActionContext<StaffActor>, sent: Sent): Promise<EditedPrayer> {
  const { principal } = ctx;
  const byId = principal.kind === "staff" ? principal.id : "operator";
  const author = { source: "staff", byId, byName: principal.name } as const;
  return ctx.deps.db.transaction((tx) => save(tx, ctx, sent, author));
}

/** Records what the owner says. Throws the same, and 404 for a place that the caller does not own. */
export function saveAsOwner(ctx: ActionContext<PartnerPrincipal>, sent: Sent): Promise<EditedPrayer> {
  return ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    return save(tx, ctx, sent, { source: "owner", byId: ctx.principal.id, byName: null });
  });
}

async function save(tx: Tx, ctx: ActionContext, sent: Sent, author: Author): Promise<EditedPrayer> {
  const { deps } = ctx;
  const place = await lockPlace(tx, sent.id);
  if (!place || (author.source === "owner" && place.ownerId !== author.byId)) throw noPlace();
  const before = await forEditor(tx, place, deps.now());
  const version = versionOf(await statementsOf(tx, place.id), place);
  if (hasChangedSince(sent.updatedAt, version)) throw changedByOther("place", before);
  const rows = rowsOf(sent, before);
  if (rows.length === 0) {
    skipAuditCheck(ctx);
    return before;
  }
  await refuseTooMany(tx, place.id, deps.now());
  const at = nextUpdatedAt(deps.now(), version);
  await tx.insert(t).values(rows.map((row) => ({ ...row, ...author, poiId: place.id, at })));
  const after = await forEditor(tx, place, deps.now());
  await record(tx, ctx, { subject: place.id, before: inWords(before), after: inWords(after) });
  return after;
}

/** In the order of their days: of two rows that count, the later one was added later. */
function rowsOf({ iqamah = [], jumuah, ...sent }: Sent, before: EditedPrayer): readonly Row[] {
  const rules = iqamah.map(
    ({ prayer, rule, from }): Row => ({ subject: prayer, firstDay: from, value: rule }),
  );
  const fridays = jumuah ? listsOf(jumuah, before.today) : [];
  const calculation = calculationOf(sent, before);
  return [
    ...(calculation === undefined
      ? []
      : [{ subject: "calculation" as const, firstDay: before.today, value: calculation }]),
    ...rules.toSorted(byDay),
    ...fridays,
  ];
}

const byDay = (a: Row, b: Row): number => (a.firstDay < b.firstDay ? -1 : Number(a.firstDay > b.firstDay));

/** Null for the one of the country; undefined if nothing is said about it or it stays. */
function calculationOf(
  { method, madhab }: Pick<Sent, "method" | "madhab">,
  { defaults, ...before }: EditedPrayer,
): Calculation | null | undefined {
  if (method === undefined && madhab === undefined) return undefined;
  const chosen = {
    method: method === undefined ? before.method : (method ?? defaults.method),
    madhab: madhab === undefined ? before.madhab : (madhab ?? defaults.madhab),
  };
  const isDefault = chosen.method === defaults.method && chosen.madhab === defaults.madhab;
  const isSame = chosen.method === before.method && chosen.madhab === before.madhab;
  if (isSame) return undefined;
  return isDefault ? null : chosen;
}

type SentJumuah = NonNullable<Sent["jumuah"]>[number];

/** The list from each day on: of each hall what begins last until then. A time that is null ends its hall, or all without one. */
function listsOf(sent: readonly SentJumuah[], today: Day): readonly Row[] {
  if (sent.length === 0) return [{ subject: "jumuah", firstDay: today, value: [] }];
  const firstDays = [...new Set(sent.map(({ from }) => from))].toSorted();
  return firstDays.map((firstDay) => ({ subject: "jumuah", firstDay, value: listOn(sent, firstDay) }));
}

function listOn(sent: readonly SentJumuah[], day: Day): readonly Jumuah[] {
  const begun = sent.filter(({ from }) => from <= day);
  const ends = begun.filter(({ time, hall }) => time === null && hall === "").map(({ from }) => from);
  const end = ends.toSorted().at(-1) ?? "";
  const list = [...Map.groupBy(begun, ({ hall }) => hall)].flatMap(([hall, rows]) => {
    const last =
      rows
        .map(({ from }) => from)
        .toSorted()
        .at(-1) ?? "";
    return rows.flatMap(({ time, from, language }) =>
      time === null || from !== last || from < end ? [] : [{ time, hall, language }],
    );
  });
  return list.toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));
}

/** For the audit log. */
const inWords = ({ method, madhab, iqamah, jumuah }: EditedPrayer) => ({
  method,
  madhab,
  iqamah: iqamah.map(({ prayer, rule, from }) => `${prayer} ${rule ?? "not said"} from ${from}`),
  jumuah: jumuah.map(({ time, hall, language, from }) =>
    [`${time ?? "none"} from ${from}`, hall, language].filter((part) => part !== "").join(", "),
  ),
});

async function refuseTooMany(tx: Tx, poiId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days(1));
  const [recent] = await tx
    .select({ added: count() })
    .from(t)
    .where(and(eq(t.poiId, poiId), gt(t.at, since)));
  if ((recent?.added ?? 0) < ROWS_A_DAY) return;
  throw new DomainError(
    "rateLimited",
    "This masjid was changed too often today. Please try again tomorrow.",
    {
      retryAfter: days(1) / 1_000,
    },
  );
}
