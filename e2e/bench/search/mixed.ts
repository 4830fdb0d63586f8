import { createAnswers } from "../../../src/core/limits/answers.ts";
import { createPlacesVersion } from "../../../src/modules/places/search/places-version.ts";
import { findPlacesAgain, type SearchDeps } from "../../../src/modules/places/search/search.ts";
import type { Finding } from "../../harness/suite.ts";
import { formatInteger } from "../figures.ts";
import { mixedQueries } from "./queries.ts";

const CLIENTS = 8;
const SECONDS = 8;
const PAGE = 50;
const QUERIES = 20_000; // more than a client sends, so that a search is repeated only as often as people repeat it
const AGAINST_INDEX = 60;
const AGAINST_NONE = 260;

/** Many concurrent searches, against the usual solutions: a trigram index, and `ilike` alone. */
export async function mixedLoad(deps: SearchDeps): Promise<Finding[]> {
  const { db } = deps;
  await db.query("create extension if not exists pg_trgm");
  const queries = mixedQueries(QUERIES);
  const state = {
    ...deps.state,
    placesVersion: createPlacesVersion(db),
    answers: createAnswers(() => new Date()),
  };
  const ours = await rate(queries, (query) =>
    findPlacesAgain({ db, state }, { query, city: "", category: null, limit: PAGE }),
  );
  await db.query("create index bench_trigram on pois using gin (name gin_trgm_ops)", [], { timeoutMs: 0 });
  const usual = (sorted: string) => (query: string) =>
    db.query(`select * from pois where name ilike $1 ${sorted} limit ${PAGE}`, [`%${query}%`], {
      timeoutMs: 0,
    });
  const trigram = await rate(queries, usual("order by name"));
  await db.query("drop index bench_trigram", [], { timeoutMs: 0 });
  const none = await rate(queries, usual("order by name"));
  return [
    ratio("mixed typing, 8 clients, against a trigram index", ours, trigram, AGAINST_INDEX),
    ratio("the same against ilike without an index", ours, none, AGAINST_NONE),
  ];
}

function ratio(what: string, ours: number, reference: number, goal: number): Finding {
  const times = ours / reference;
  const figure = `${times.toFixed(0)} times (goal ${goal}): ${formatInteger(ours)} against ${reference.toFixed(1)} a second`;
  return { what, figure, ok: times >= goal };
}

/** Responses a second; each client sends its next query after each response. */
async function rate(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const end = started + SECONDS * 1_000;
  let answered = 0;
  const client = async (from: number) => {
    for (let n = from; performance.now() < end; n += CLIENTS) {
      await ask(queries[n % queries.length] ?? "");
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return answered / ((performance.now() - started) / 1_000);
}
