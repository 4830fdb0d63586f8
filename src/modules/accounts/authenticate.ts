import { eq } from "drizzle-orm";
import type { BasicCredentials, Call, Deps, StaffPrincipal } from "../../core/context.ts";
import { unauthenticated } from "../../core/guard.ts";
import { refundAttempt, reserveAttempt, THROTTLES } from "../../core/throttle.ts";
import { staffUsers } from "./table.ts";

type StaffRow = typeof staffUsers.$inferSelect;

/** contract 4: one sentence for unknown, wrong, inactive and locked. */
const INVALID_CREDENTIALS = "Invalid credentials";

/** What makes two user names the same person's. */
export const usernameKey = (username: string): string => username.normalize("NFC").trim().toLowerCase();

/**
 * The account that a name and a password are right for. Counts the try before it verifies, and takes the same
 * time whether or not there is such a name. Throws 401 or 429.
 */
export async function checkPassword(
  deps: Deps,
  call: Call,
  username: string,
  password: string,
): Promise<StaffRow> {
  const key = usernameKey(username);
  const byName = `name:${deps.seal.print("account-name", `staff:${key}`)}`;
  const byAddress = `address:${deps.seal.print("client-address", call.address ?? "none")}`;
  await reserveAttempt(
    deps.db,
    [
      { key: byAddress, rule: THROTTLES.address },
      { key: byName, rule: THROTTLES.name },
    ],
    deps.now(),
  );
  const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.usernameKey, key));
  const right = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!right || !user?.isActive) throw unauthenticated(INVALID_CREDENTIALS);
  await refundAttempt(deps.db, [byName], [byAddress]);
  return deps.passwords.isOutdated(user.passwordHash) ? rehash(deps, user, password) : user;
}

/** Parameters grow with the years; a right password is the moment to follow. */
async function rehash(deps: Deps, user: StaffRow, password: string): Promise<StaffRow> {
  const passwordHash = await deps.passwords.hash(password);
  await deps.db.orm.update(staffUsers).set({ passwordHash }).where(eq(staffUsers.id, user.id));
  return { ...user, passwordHash };
}

/** HTTP Basic for scripts: every call is a sign-in of its own and counts as recent authentication. */
export async function staffByBasic(
  deps: Deps,
  credentials: BasicCredentials,
  call: Call,
): Promise<StaffPrincipal> {
  const user = await checkPassword(deps, call, credentials.username, credentials.password);
  return principalOf(user, null, deps.now());
}

/** Whose session a token is; null for nobody's, and for an account that may no longer sign in. */
export async function staffBySession(
  deps: Deps,
  token: string,
  quiet: boolean,
): Promise<StaffPrincipal | null> {
  const session = await deps.sessions.staff.validate(token, deps.now(), quiet);
  if (!session) return null;
  const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.id, session.userId));
  return user?.isActive ? principalOf(user, session.id, session.authenticatedAt) : null;
}

const principalOf = (user: StaffRow, sessionId: string | null, authenticatedAt: Date): StaffPrincipal => ({
  kind: "staff",
  id: user.id,
  name: user.username,
  role: user.role,
  sessionId,
  authenticatedAt,
});
