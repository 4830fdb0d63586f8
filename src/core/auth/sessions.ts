import { randomBytes } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database, Orm, Tx } from "../../db/client.ts";
import { days, hours, minutes } from "../../shared/duration.ts";
import { tokenHashOf } from "../crypto/token-hash.ts";
import type { SessionTable } from "./auth.table.ts";

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

interface SessionAttributes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly passkeyId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** When a session began, when its owner last authenticated, and the passkey that opened it. */
export type SessionOrigin = Pick<SessionAttributes, "createdAt" | "authenticatedAt" | "passkeyId">;

/** In milliseconds. */
interface Lifetime {
  readonly idle: number;
  readonly absolute: number;
}

/** docs/security.md SES-04 */
export const STAFF_LIFETIME: Lifetime = { idle: minutes(60), absolute: hours(12) };
export const PARTNER_LIFETIME: Lifetime = { idle: days(7), absolute: days(30) };

const TOKEN_BYTES = 32;
/** `lastSeenAt` is written at most this often. */
const TOUCH_AFTER = minutes(1);
const USER_AGENT_MAX = 300;

export interface LiveSession extends SessionAttributes {
  readonly id: string;
  readonly userId: string;
}

interface SessionClient {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export type SessionStore = ReturnType<typeof createSessionStore>;
type UserTable = PgTable & { readonly id: AnyPgColumn };

/** Ends what a session of the account gave to others and was not collected yet, such as the approval of a device. */
type EndGiven = (orm: Orm | Tx, userId: string) => Promise<unknown>;

/**
 * Sessions of one kind of account, stored by Lucia. The cookie holds a random token; the database only its SHA-256.
 * Lucia extends sessions without an absolute limit and only in their second half, so both limits are enforced here.
 */
export function createSessionStore(
  db: Database,
  table: SessionTable,
  users: UserTable,
  life: Lifetime,
  endGiven: EndGiven = async () => {},
) {
  const luciaOn = (orm: Orm | Tx, now: Date): Lucia<SessionAttributes> => {
    // the adapter's types are those of an older Drizzle release; the columns are the same
    const stored = new DrizzlePostgreSQLAdapter(orm as never, table as never, users as never);
    return new Lucia(bindAdapter(stored, now), {
      sessionExpiresIn: new TimeSpan(life.idle, "ms"),
      getSessionAttributes: (attributes) => attributes,
    });
  };

  return {
    lifetime: life,
    /** Opens a session and returns its token. One that replaces another takes over that one's `origin`. */
    async open(
      orm: Orm | Tx,
      userId: string,
      client: SessionClient,
      now: Date,
      origin: SessionOrigin = { createdAt: now, authenticatedAt: now, passkeyId: null },
    ): Promise<{ token: string; id: string }> {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const id = tokenHashOf(token);
      const userAgent = client.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
      const attributes = {
        createdAt: origin.createdAt,
        lastSeenAt: now,
        authenticatedAt: origin.authenticatedAt,
        passkeyId: origin.passkeyId,
        address: client.address,
        userAgent,
      };
      await luciaOn(orm, now).createSession(userId, attributes, { sessionId: id });
      return { token, id };
    },
    /** Null if the token is unknown or its session has ended. `polling` calls do not extend the session. */
    async validate(token: string, now: Date, polling: boolean): Promise<LiveSession | null> {
      const lucia = luciaOn(db.orm, now);
      const { session } = await lucia.validateSession(tokenHashOf(token));
      if (!session) return null;
      const absoluteEnd = session.createdAt.getTime() + life.absolute;
      const idleEnd = session.lastSeenAt.getTime() + life.idle;
      if (Math.min(absoluteEnd, idleEnd) <= now.getTime()) {
        await lucia.invalidateSession(session.id);
        return null;
      }
      if (!polling && now.getTime() - session.lastSeenAt.getTime() > TOUCH_AFTER) {
        const expiresAt = new Date(Math.min(now.getTime() + life.idle, absoluteEnd));
        await db.orm.update(table).set({ lastSeenAt: now, expiresAt }).where(eq(table.id, session.id));
      }
      return session;
    },
    /** Records that the session's owner has just authenticated again. */
    async markAuthenticated(id: string, now: Date): Promise<void> {
      await db.orm.update(table).set({ authenticatedAt: now }).where(eq(table.id, id));
    },
    /** An account's live sessions, last seen first. */
    async list(userId: string, now: Date): Promise<readonly LiveSession[]> {
      const mine = and(eq(table.userId, userId), gt(table.expiresAt, now));
      return db.orm.select().from(table).where(mine).orderBy(desc(table.lastSeenAt));
    },
    /** Whether the session has not been ended, by anyone. */
    async exists(orm: Orm | Tx, id: string): Promise<boolean> {
      return (await orm.select({ id: table.id }).from(table).where(eq(table.id, id))).length === 1;
    },
    /**
     * Ends a session, if it had not been ended before, and returns it. With `userId` only one of that account, whose owner
     * may not know it: then what it gave ends too.
     */
    async end(orm: Orm | Tx, id: string, userId?: string): Promise<LiveSession | undefined> {
      const isMeant = and(eq(table.id, id), userId === undefined ? undefined : eq(table.userId, userId));
      const [ended] = await orm.delete(table).where(isMeant).returning();
      if (ended && userId !== undefined) await endGiven(orm, userId);
      return ended;
    },
    /** Ends the session of a token, if there is one. */
    async endToken(token: string): Promise<void> {
      await db.orm.delete(table).where(eq(table.id, tokenHashOf(token)));
    },
    /**
     * Ends an account's sessions, except the one with the id `except`, on every instance, and what they gave. Returns the
     * ended ones.
     */
    async endAll(orm: Orm | Tx, userId: string, except?: string): Promise<readonly LiveSession[]> {
      const ofUser = eq(table.userId, userId);
      const ended = except === undefined ? ofUser : and(ofUser, ne(table.id, except));
      await endGiven(orm, userId);
      return orm.delete(table).where(ended).returning();
    },
    /** Deletes sessions that have expired. */
    async sweep(orm: Orm | Tx, now: Date): Promise<void> {
      await orm.delete(table).where(lt(table.expiresAt, now));
    },
  };
}

/**
 * Lucia's adapter without its own extension of sessions, which `validate` does instead, and at the time `now`: Lucia
 * itself reads the process's clock, so what it stores and reads is moved by the difference.
 */
function bindAdapter(stored: Adapter, now: Date): Adapter {
  const ahead = now.getTime() - Date.now(); // milliseconds
  const moved = (session: DatabaseSession, by: number) => ({
    ...session,
    expiresAt: new Date(session.expiresAt.getTime() + by),
  });
  return {
    deleteExpiredSessions: () => stored.deleteExpiredSessions(),
    deleteSession: (id) => stored.deleteSession(id),
    deleteUserSessions: (userId) => stored.deleteUserSessions(userId),
    getSessionAndUser: async (id) => {
      const [session, user] = await stored.getSessionAndUser(id);
      return [session && moved(session, -ahead), user];
    },
    getUserSessions: (userId) => stored.getUserSessions(userId),
    setSession: (session) => stored.setSession(moved(session, ahead)),
    updateSessionExpiration: async () => {},
  };
}
