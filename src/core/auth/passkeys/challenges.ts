import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { passkeyChallenges as t } from "../auth.table.ts";

/** docs/security.md PSK-02 */
export const CHALLENGE_LIFETIME = minutes(5);
const CHALLENGE_BYTES = 32;

type Audience = "staff" | "partner";
/** What a challenge may be used for. One for adding a key belongs to one account. */
export type Purpose = `${Audience}:sign-in` | `${Audience}:add:${string}`;

const hashOf = (purpose: Purpose, challenge: string): string =>
  createHash("sha256").update(`${purpose}:${challenge}`).digest("hex");

/** A new random challenge, as bytes. The database keeps only its hash. */
export async function issueChallenge(
  db: Database,
  purpose: Purpose,
  now: Date,
): Promise<Buffer<ArrayBuffer>> {
  const challenge = Buffer.from(randomBytes(CHALLENGE_BYTES));
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME);
  await db.orm.insert(t).values({ hash: hashOf(purpose, challenge.toString("base64url")), expiresAt });
  return challenge;
}

/** Uses a challenge up; false if it is unknown, expired, used already or was issued for another purpose. */
export async function consumeChallenge(
  db: Database,
  purpose: Purpose,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const live = and(eq(t.hash, hashOf(purpose, challenge)), gt(t.expiresAt, now));
  const used = await db.orm.delete(t).where(live).returning({ hash: t.hash });
  return used.length === 1;
}

export async function deleteExpiredChallenges(db: Database, now: Date): Promise<void> {
  await db.orm.delete(t).where(lt(t.expiresAt, now));
}
