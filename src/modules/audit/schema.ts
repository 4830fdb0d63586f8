import { z } from "zod";
import { REQUEST_ID } from "../../shared/errors.ts";
import { optionalText } from "../../shared/fields.ts";
import { exportInput, listInput, pageOf, timeFilter } from "../../shared/listing.ts";

const filters = {
  /** Words of the entry, the id of a record or a request, or a day in UTC; all of them must match. */
  q: listInput.shape.q,
  /** A procedure's path or a prefix of it, such as `admin.users`. */
  action: optionalText("action"),
  /** A name, an id or a kind of actor. */
  actor: optionalText("actor"),
  /** Only entries from this time or later. */
  since: timeFilter("since"),
};
export const auditList = listInput.extend(filters);
export const auditExport = exportInput.extend(filters);

export const auditEntry = z.object({
  id: z.string(),
  at: z.date(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  /** The API token that the actor used. */
  token: z.object({ id: z.string(), name: z.string() }).nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** The name of the record that `subject` is the id of, if it is known. */
  name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
  /** The request that did it, for `rihla trace`; null for an entry without one. */
  requestId: z.string().nullable(),
});

export const traceInput = z.object({
  requestId: z.string().trim().regex(REQUEST_ID, "This is not the id of a request"),
});

/** What a request left behind: an audit entry, or a mail without its recipient and text. */
export const tracedItem = z.object({
  at: z.date(),
  source: z.enum(["audit", "mail"]),
  /** The action of an entry, or the kind of a mail. */
  event: z.string(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  id: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type TracedItem = z.infer<typeof tracedItem>;
export const trace = z.array(tracedItem);

export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = pageOf(auditEntry);
