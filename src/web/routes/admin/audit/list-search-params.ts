import { z } from "zod";
import { listSearchFields, typedText } from "../../../lib/use-search-params.ts";

/** The audit log's state in an address. */
export const auditPlace = z.object({
  ...listSearchFields,
  action: typedText,
  actor: typedText,
  /** A day, from its first minute where the person is. */
  since: z.iso.date().optional().catch(undefined),
});

export type AuditPlace = z.output<typeof auditPlace>;

export const isFiltered = ({ action, actor, since }: AuditPlace): boolean =>
  Boolean(action || actor || since);
