import { and, eq, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { newestFirst, readPage, type Sorting } from "../../../db/query/paging.ts";
import { DomainError } from "../../../shared/errors.ts";
import { stopSentence } from "../../../shared/people/mails.ts";
import { mailStop, previewOf } from "../../mail/public.ts";
import { countAudience } from "./audience.ts";
import { mailTo, SAMPLE } from "./message/mail.ts";
import { newTemplateOf, type Template, templateOf } from "./message/markdown.ts";
import {
  type Audience,
  audienceInput,
  type Broadcast,
  type broadcastList,
  METROS_MAX,
  MISSING,
  type metrosInput,
  type previewInput,
  type recipientList,
} from "./schema.ts";
import { broadcastRecipients, currentBroadcasts as broadcasts } from "./table.ts";

type Ctx = ActionContext<StaffActor>;
export type BroadcastRow = typeof broadcasts.$inferSelect;
type RecipientRow = typeof broadcastRecipients.$inferSelect;

const NEWEST = newestFirst(broadcasts.createdAt, (row: BroadcastRow) => row.createdAt);

const BY_ID: Sorting<RecipientRow> = {
  column: broadcastRecipients.id,
  kind: "text",
  descending: false,
  of: (row) => row.id,
};

/** Broadcasts, newest first; the audience of a draft is that of when it was saved. */
export async function list({ deps }: Ctx, { state, ...input }: z.output<typeof broadcastList>) {
  const where = state === undefined ? undefined : eq(broadcasts.state, state);
  const page = await readPage(deps.db.orm, { table: broadcasts, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(shown) };
}

/** One broadcast, with a preview. Throws 404. */
export async function get({ deps }: Ctx, id: string) {
  const [row] = await deps.db.orm.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!row) throw notFound();
  const current = row.state === "draft" ? await countAudience(deps, filterOf(row)) : row.audienceCount;
  return {
    ...shown({ ...row, audienceCount: current }),
    preview: sampleOf(deps, templateOf(row.subject, row.markdown)),
    held: row.state === "sending" ? await heldBy(deps) : null,
  };
}

/** Why nothing goes out, in a sentence; null while mails go out. */
async function heldBy(deps: Deps): Promise<string | null> {
  if (deps.ports.mailer === null) return "No mail server is configured: mails wait until one is.";
  const stop = await mailStop(deps);
  return stop?.streams.includes("broadcasts") ? stopSentence(stop) : null;
}

/** How many people are in an audience now. */
export const countNow = async ({ deps }: Ctx, audience: Audience) => ({
  count: await countAudience(deps, audience),
});

/** Metros to choose an audience by, named after their main city. */
export function metros({ deps }: Ctx, { q, ids = [] }: z.output<typeof metrosInput>) {
  const { gazetteer } = deps.state;
  const found = q === "" ? [] : gazetteer.search(q, METROS_MAX).map(({ metroId }) => metroId);
  return [...new Set([...ids.map(Number), ...found])].flatMap((id) => {
    const city = gazetteer.city(id);
    return city === null ? [] : [{ id: String(id), name: `${city.name}, ${city.state}` }];
  });
}

/** A message as a sample person gets it. Throws 400 as saving it would, and 404. */
export async function preview(
  { deps }: Ctx,
  { id, subject = "", markdown = "" }: z.output<typeof previewInput>,
) {
  if (id === undefined) {
    if (subject === "" || markdown === "") throw new DomainError("invalid", MISSING);
    return sampleOf(deps, newTemplateOf(subject, markdown));
  }
  const [row] = await deps.db.orm.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!row) throw notFound();
  return sampleOf(deps, templateOf(row.subject, row.markdown));
}

export function sampleOf(deps: Deps, template: Template) {
  const mail = mailTo(deps, template, SAMPLE, null);
  return { subject: mail.subject, ...previewOf(deps, mail) };
}

/** The recipients of a broadcast. Throws 404. */
export async function recipients({ deps }: Ctx, { id, state, ...input }: z.output<typeof recipientList>) {
  const t = broadcastRecipients;
  const [row] = await deps.db.orm.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.id, id));
  if (!row) throw notFound();
  const inState: SQL | undefined = state === undefined ? undefined : eq(t.state, state);
  const where = and(eq(t.broadcastId, id), inState);
  const page = await readPage(deps.db.orm, { table: t, sorting: BY_ID, where, input });
  return { ...page, items: page.items.map((each) => ({ ...each, email: each.emailKey })) };
}

export const filterOf = (row: BroadcastRow): Audience => audienceInput.parse(row.audience);

/** What callers see of a row. */
export function shown(row: BroadcastRow): Broadcast {
  const { audienceCount, sent, failed, unknown, skipped } = row;
  return {
    ...row,
    filter: filterOf(row),
    audience: audienceCount,
    left: audienceCount - sent - failed - unknown - skipped,
  };
}

export const notFound = () => new DomainError("notFound", "This broadcast does not exist");
