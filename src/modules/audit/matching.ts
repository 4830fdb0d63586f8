import { and, between, eq, gte, like, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { escapeLike } from "../../db/query/like-pattern.ts";
import { actionsWith } from "../../shared/audit/sentence.ts";
import { days } from "../../shared/duration.ts";
import { isDay } from "../../shared/places/days.ts";
import type { auditList } from "./schema.ts";
import { NOT_PUBLIC, auditLog as t, wordsOf } from "./table.ts";

type AuditFilters = Pick<z.output<typeof auditList>, "q" | "action" | "actor" | "since">;

const ID = /^[0-9a-z-]{20,}$/;
/** More words of a search are ignored. */
const WORDS_MAX = 8;

/**
 * The condition of the filters. If there are any, entries of visitors match only where `action` or `actor` selects them,
 * or the id of a record or a request.
 */
export function matching({ action, actor, since, q }: AuditFilters): SQL | undefined {
  const words = q
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
  const isFree = action === "" && actor === "";
  const visitors = action.startsWith("public") || actor === "visitor" || (isFree && words.length === 0);
  const byWords = and(visitors ? undefined : NOT_PUBLIC, ...matchingWords(words));
  const byIds = words.map((word) => or(eq(t.subject, word), eq(t.requestId, word)));
  const isById = isFree && words.length > 0 && words.every((word) => ID.test(word));
  return and(
    action === "" ? undefined : or(eq(t.action, action), like(t.action, `${escapeLike(action)}.%`)),
    actor === "" ? undefined : or(eq(t.actorName, actor), eq(t.actorId, actor), eq(t.actorKind, actor)),
    since && gte(t.at, since),
    isById ? or(byWords, and(...byIds)) : byWords,
  );
}

/** Days, and one condition for all other words, so that the index intersects them. */
function matchingWords(words: readonly string[]): (SQL | undefined)[] {
  const queries = words.filter((word) => !isDay(word)).map(queryOf);
  const all = queries.length > 0 ? sql`${wordsOf(t)} @@ (${sql.join(queries, sql` && `)})` : undefined;
  return [...words.filter(isDay).map(isOnDay), all];
}

function isOnDay(day: string): SQL | undefined {
  const start = new Date(day);
  return between(t.at, start, new Date(start.getTime() + days(1) - 1));
}

/** Finds words that begin like this, an id that equals it, and actions whose words begin like it. */
function queryOf(word: string): SQL {
  const whole = [word, ...actionsWith(word)].map(quoted).join(" | ");
  return sql`(to_tsquery('simple', ${`${quoted(word)}:*`}) || ${whole}::tsquery)`;
}

/** Quoted, so that nothing in it is an operator. */
const quoted = (word: string): string => `'${word.replace(/['\\]/g, " ")}'`;
