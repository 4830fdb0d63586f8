import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** A condition must equal it for the partial indexes to be used. */
export const NOT_PUBLIC = sql`action not like 'public.%'`;

/** The words of an entry, for its index: names, the values of what changed, and what it is found by as a whole. */
export const wordsOf = (entry: Record<WordColumn, SQLWrapper>): SQL => {
  const { actorName, tokenName, before, after, action, subject, requestId } = entry;
  const valuesOf = (state: SQLWrapper) =>
    sql`jsonb_to_tsvector('simple', coalesce(${state}, 'null'), '["string", "numeric"]')`;
  const whole = sql`array_remove(array_remove(array[${action}, left(${subject}, 500), left(${requestId}, 500)], null), '')`;
  return sql`(to_tsvector('simple', coalesce(${actorName}, '') || ' ' || coalesce(${tokenName}, ''))
    || ${valuesOf(before)} || ${valuesOf(after)} || array_to_tsvector(${whole}))`;
};
type WordColumn = "actorName" | "tokenName" | "before" | "after" | "action" | "subject" | "requestId";

/** Every change and every sign-in. Append-only. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    /** The API token that the actor used. Its name is kept, because a revoked token has no row. */
    tokenId: text("token_id"),
    tokenName: text("token_name"),
    /** The procedure's path, such as `admin.partnerships.delete`. */
    action: text().notNull(),
    subject: text(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
    requestId: text("request_id"),
  },
  // entries of visitors are many and rarely read
  (table) => [
    index("audit_log_not_public").on(table.id).where(NOT_PUBLIC),
    index("audit_log_subject").on(table.subject),
    index("audit_log_action").on(table.action).where(NOT_PUBLIC),
    index("audit_log_request").on(table.requestId),
    index("audit_log_at").using("brin", table.at), // a few pages, as entries are in the order of their time
    index("audit_log_words").using("gin", wordsOf(table)).where(NOT_PUBLIC),
  ],
);
