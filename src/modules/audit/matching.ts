import { and, between, eq, gte, inArray, like, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { escapeLike } from "../../db/query/like-pattern.ts";
import { actionsWith } from "../../shared/audit/sentence.ts";
import { days } from "../../shared/duration.ts";
import { isDay } from "../../shared/places/day.ts";
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
  const words = q.split(/\s+/).filter((word) => word !== "");
  const isFree = action === "" && actor === "" && words.every((word) => ID.test(word));
  const visitors = action.startsWith("public") || actor === "visitor" || isFree;
  return and(
    visitors ? undefined : NOT_PUBLIC,
    action === "" ? undefined : or(eq(t.action, action), like(t.action, `${escapeLike(action)}.%`)),
    actor === "" ? undefined : or(eq(t.actorName, actor), eq(t.actorId, actor), eq(t.actorKind, actor)),
    since && gte(t.at, since),
    ...words.slice(0, WORDS_MAX).map(matchingWord),
  );
}

function matchingWord(word: string): SQL | undefined {
  if (isDay(word)) {
    const start = new Date(word);
    return between(t.at, start, new Date(start.getTime() + days(1) - 1));
  }
  return or(
    eq(t.subject, word),
    eq(t.requestId, word),
    inArray(t.action, [...actionsWith(word)]),
    sql`${wordsOf(t)} @@ to_tsquery('simple', ${beginningWith(word)})`,
  );
}

/** A query for words that begin like this; quoted, so that nothing in it is an operator. */
const beginningWith = (word: string): string => `'${word.replace(/['\\]/g, " ")}':*`;
