import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

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
  (table) => [index("audit_log_not_public").on(table.id).where(sql`action not like 'public.%'`)],
);
