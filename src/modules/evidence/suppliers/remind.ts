import { and, asc, gte, inArray, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { SUPPLIER_CONFIRM } from "../../../copy/en/emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { addDays, dayIn, longDay } from "../../../shared/places/days.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { issueLink, linkUrl, mailText, pageUrl, post } from "../../mail/public.ts";
import { leadOf } from "../../partners/public.ts";
import { currentPois, isOfPlace, lockPlace } from "../../places/public.ts";
import { placeSuppliers as t } from "./table.ts";

const ASKED_BEFORE = 14; // days before the last confirmed one (docs/limits.md)
const BATCH = 200; // places of a run; the next one takes the rest

/** Asks owners whether suppliers that lapse soon are still theirs, with a link that confirms them. Returns how many mails. */
export async function remindSuppliers(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .selectDistinct({ id: currentPois.id })
    .from(t)
    .innerJoin(currentPois, isOfPlace(t.poiId, currentPois.id))
    .where(and(isDue(dayIn("UTC", deps.now())), isNotNull(currentPois.ownerId)))
    .orderBy(asc(currentPois.id))
    .limit(BATCH);
  let mails = 0;
  for (const { id } of due) if (await deps.db.transaction((tx) => remindOne(tx, deps, id))) mails += 1;
  return mails;
}

/** Confirmed for two more weeks at most, and not asked about since it was confirmed. */
const isDue = (today: string) =>
  and(
    gte(t.until, today),
    lte(t.until, addDays(today, ASKED_BEFORE)),
    or(isNull(t.askedAbout), ne(t.askedAbout, t.until)),
  );

async function remindOne(tx: Tx, deps: Deps, id: string): Promise<boolean> {
  const place = await lockPlace(tx, id);
  const person = place && (await leadOf(tx, place.ownerId));
  if (!place || !person) return false;
  const { email: to } = person;
  const today = dayIn(timeZoneOf(place), deps.now());
  const rows = await tx
    .select()
    .from(t)
    .where(and(isDue(today), isOfPlace(t.poiId, id)))
    .orderBy(asc(t.until), asc(t.name));
  const [first] = rows;
  if (!first) return false;
  const ids = rows.map((row) => row.id);
  await tx.update(t).set({ askedAbout: t.until }).where(inArray(t.id, ids));
  const data = { partnerId: person.partnerId, personId: person.id, suppliers: ids.join(",") };
  const link = await issueLink(tx, deps, { kind: "supplier-confirm", ownerId: id, email: to, data });
  if (!link) return false;
  await post(tx, deps, {
    to,
    kind: "supplier-confirm",
    subject: SUPPLIER_CONFIRM.subject(place.name),
    text: mailText(
      deps,
      SUPPLIER_CONFIRM.said(
        place.name,
        rows.map(({ name }) => name),
      ),
      SUPPLIER_CONFIRM.until(longDay(first.until)),
      SUPPLIER_CONFIRM.confirm(linkUrl(deps, LINK_PAGES.supplierConfirm, link.token)),
      SUPPLIER_CONFIRM.change(pageUrl(deps, "/partner?tab=pois")),
      SUPPLIER_CONFIRM.page(pageUrl(deps, placePath(place))),
    ),
    secrets: [link.token],
  });
  return true;
}
