import { createHash, randomBytes } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import type { Database, Orm, Tx } from "../../db/client.ts";
import { days, hours, minutes } from "../../shared/duration.ts";
import type { SessionTable } from "./sessions.table.ts";

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionFacts>;
    DatabaseSessionAttributes: SessionFacts;
  }
}

/** What a session remembers beside its owner. */
interface SessionFacts {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** When a session began, and when its owner last showed who they are. */
export type SessionTimes = Pick<SessionFacts, "createdAt" | "authenticatedAt">;

interface Lifetime {
  readonly idle: number;
  readonly absolute: number;
}

/** docs/security.md SES-04 */
export const STAFF_LIFETIME: Lifetime = { idle: minutes(60), absolute: hours(12) };
export const PARTNER_LIFETIME: Lifetime = { idle: days(7), absolute: days(30) };

const TOKEN_BYTES = 32;
/** Seen again within this time costs no write. */
const TOUCH_AFTER = minutes(1);
const USER_AGENT_MAX = 300;

export interface LiveSession extends SessionFacts {
  readonly id: string;
  readonly userId: string;
}

interface Opening {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export type SessionStore = ReturnType<typeof createSessionStore>;
type UserTable = PgTable & { readonly id: AnyPgColumn };

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Sessions of one kind of account, by Lucia's pattern. The cookie carries a random token; the database has
 * its SHA-256 alone. Lucia slides for ever and only from half of a session's life, so both ends are kept here.
 */
export function createSessionStore(db: Database, table: SessionTable, users: UserTable, life: Lifetime) {
  const luciaOn = (orm: Orm | Tx): Lucia<SessionFacts> => {
    // the adapter's types spell out Drizzle's column types of an older release; the columns are the same
    const stored = new DrizzlePostgreSQLAdapter(orm as never, table as never, users as never);
    const adapter: Adapter = bindAdapter(stored);
    return new Lucia(adapter, {
      sessionExpiresIn: new TimeSpan(life.idle, "ms"),
      getSessionAttributes: (facts) => facts,
    });
  };
  const lucia = luciaOn(db.orm);

  return {
    lifetime: life,
    /** A new session and its token, which is shown to the browser once; it is as old as `begun` where it goes on. */
    async open(
      orm: Orm | Tx,
      userId: string,
      opening: Opening,
      now: Date,
      begun: SessionTimes = { createdAt: now, authenticatedAt: now },
    ): Promise<{ token: string; id: string }> {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const id = hashOf(token);
      const userAgent = opening.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
      const facts = {
        createdAt: begun.createdAt,
        lastSeenAt: now,
        authenticatedAt: begun.authenticatedAt,
        address: opening.address,
        userAgent,
      };
      await luciaOn(orm).createSession(userId, facts, { sessionId: id });
      return { token, id };
    },
    /** Null where the token is nobody's or its session has ended. `quiet` calls do not keep it alive. */
    async validate(token: string, now: Date, quiet: boolean): Promise<LiveSession | null> {
      const { session } = await lucia.validateSession(hashOf(token));
      if (!session) return null;
      const absoluteEnd = session.createdAt.getTime() + life.absolute;
      const idleEnd = session.lastSeenAt.getTime() + life.idle;
      if (Math.min(absoluteEnd, idleEnd) <= now.getTime()) {
        await lucia.invalidateSession(session.id);
        return null;
      }
      if (!quiet && now.getTime() - session.lastSeenAt.getTime() > TOUCH_AFTER) {
        const expiresAt = new Date(Math.min(now.getTime() + life.idle, absoluteEnd));
        await db.orm.update(table).set({ lastSeenAt: now, expiresAt }).where(eq(table.id, session.id));
      }
      return session;
    },
    /** The caller has just shown again who they are. */
    async confirm(id: string, now: Date): Promise<void> {
      await db.orm.update(table).set({ authenticatedAt: now }).where(eq(table.id, id));
    },
    /** An account's sessions that have not ended, latest seen first. */
    async list(userId: string, now: Date): Promise<readonly LiveSession[]> {
      const mine = and(eq(table.userId, userId), gt(table.expiresAt, now));
      return db.orm.select().from(table).where(mine).orderBy(desc(table.lastSeenAt));
    },
    async end(orm: Orm | Tx, id: string): Promise<void> {
      await luciaOn(orm).invalidateSession(id);
    },
    async endToken(token: string): Promise<void> {
      await lucia.invalidateSession(hashOf(token));
    },
    /** Ends an account's sessions at once on every instance; `but` is kept. Gives the ended ones. */
    async endAll(orm: Orm | Tx, userId: string, but?: string): Promise<readonly LiveSession[]> {
      const mine = eq(table.userId, userId);
      const ended = but === undefined ? mine : and(mine, ne(table.id, but));
      return orm.delete(table).where(ended).returning();
    },
    async sweep(now: Date): Promise<void> {
      await db.orm.delete(table).where(lt(table.expiresAt, now));
    },
  };
}

/** Lucia would move the end by its own rule: that one write is ours (see `validate`). */
function bindAdapter(stored: Adapter): Adapter {
  return {
    deleteExpiredSessions: () => stored.deleteExpiredSessions(),
    deleteSession: (id) => stored.deleteSession(id),
    deleteUserSessions: (userId) => stored.deleteUserSessions(userId),
    getSessionAndUser: (id) => stored.getSessionAndUser(id),
    getUserSessions: (userId) => stored.getUserSessions(userId),
    setSession: (session) => stored.setSession(session),
    updateSessionExpiration: async () => {},
  };
}
