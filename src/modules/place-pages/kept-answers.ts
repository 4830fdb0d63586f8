import { createLruCache } from "../../core/limits/lru-cache.ts";
import { minutes } from "../../shared/duration.ts";
import type { PageVersions } from "./versions.ts";

declare module "../../core/rpc/context.ts" {
  interface State {
    readonly keptAnswers: KeptAnswers;
  }
}

/** The answer of a public call about a place, made again when the place's version has changed. */
export type KeptAnswers = <Answer>(
  placeId: string,
  call: string,
  make: () => Promise<Answer>,
) => Promise<Answer>;

interface Entry {
  readonly version: string;
  readonly answer: Promise<unknown>;
}

const MAX_ANSWERS = 2_000; // in memory: about 5 KB each
/** With it change the day, what is open now, and names of issuers. */
const MINUTE = minutes(1);

/** Keeps answers in memory. The version is read from the database for each request, so every instance is current. */
export function createKeptAnswers(versions: PageVersions, now: () => Date): KeptAnswers {
  const entries = createLruCache<Entry>(MAX_ANSWERS);
  return async <Answer>(placeId: string, call: string, make: () => Promise<Answer>) => {
    const current = await versions(placeId);
    if (current === null) return make(); // it refuses
    const version = `${current} ${Math.floor(now().getTime() / MINUTE)}`;
    const key = `${call} ${placeId}`;
    const entry = entries.get(key);
    if (entry?.version === version) return entry.answer as Promise<Answer>; // a call always makes the same type
    const answer = make();
    entries.set(key, { version, answer });
    answer.catch(() => entries.set(key, { version: "", answer })); // the next request makes it again
    return answer;
  };
}
