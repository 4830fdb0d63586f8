import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../../db/columns.ts";
import { PROOF_KINDS } from "../../../../shared/reviews/reviews.ts";
import { poiClaims } from "../table.ts";

/** Codes that prove a claim: mailed to a mailbox of the website's domain, read out on the listed phone, or sent on paper. */
export const claimProofs = pgTable(
  "claim_proofs",
  {
    id: id(),
    claimId: text("claim_id")
      .notNull()
      .references(() => poiClaims.id, { onDelete: "cascade" }),
    kind: text({ enum: PROOF_KINDS }).notNull(),
    /** The domain, the digits of the phone number or the address, as listed when the code was asked for. */
    target: text().notNull(),
    askedAt: instant("asked_at").notNull(),
    /** Since `day_started_at`. */
    asked: integer().notNull().default(1),
    dayStartedAt: instant("day_started_at").notNull(),
    /** A keyed hash of the code; null while there is none, and once it was used. */
    digest: text(),
    sentAt: instant("sent_at"),
    expiresAt: instant("expires_at"),
    /** Wrong guesses of this code. */
    attempts: integer().notNull().default(0),
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [uniqueIndex("claim_proofs_one").on(table.claimId, table.kind)],
);
