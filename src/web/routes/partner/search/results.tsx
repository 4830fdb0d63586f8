import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { SEARCH } from "../../../../copy/en/partner.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { minutes } from "../../../../shared/duration.ts";
import { phoneDigits } from "../../../../shared/phone.ts";
import type { Category } from "../../../../shared/places/places.ts";
import { foldedWords } from "../../../../shared/spelling/spelling.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmptyState, ErrorState } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import type { OpenDialog } from "../dialogs.tsx";
import { claimable, PlaceCard } from "./place-card.tsx";

interface SearchInput {
  readonly query: string;
  readonly city: string;
  readonly category: Category | undefined;
  /** Latitude and longitude; empty if the nearest are not asked for. */
  readonly near: string;
}

interface ResultsProps {
  readonly asked: SearchInput;
  /** The current text of the search box. */
  readonly typed: string;
  readonly onDo: (doing: OpenDialog) => void;
  /** Null for an editor, who requests no places. */
  readonly onRequest: (() => void) | null;
}

export function Results({ asked, typed, onDo, onRequest }: ResultsProps) {
  const [moreOf, setMoreOf] = useState<string | null>(null);
  const region = useRef<HTMLElement>(null);
  const key = JSON.stringify(asked);
  const limit = moreOf === key ? MAX_RESULTS : FIRST_PAGE;
  const results = useSearchResults({ ...asked, limit });
  if (typed.trim() === "") return <EmptyState title={SEARCH.start}>{SEARCH.startText}</EmptyState>;
  const busy = results.isFetching || typed.trim() !== asked.query;
  if (results.error && !busy)
    return <ErrorState title={SEARCH.failed} error={results.error} onRetry={() => void results.refetch()} />;
  function more(): void {
    region.current?.querySelector<HTMLElement>(LAST_PLACE)?.focus(); // the button is removed; new results follow this one
    setMoreOf(key);
  }
  const places = asked.query === "" ? undefined : results.data;
  return (
    <section className="results" aria-label={SEARCH.region} aria-busy={busy} ref={region}>
      <Count places={places} limit={limit} busy={busy} />
      {places?.[0] && !busy && <Meant first={places[0]} query={asked.query} onDo={onDo} />}
      {places && places.length > 0 && <Cards places={places} query={asked.query} onDo={onDo} />}
      {places?.length === 0 && !busy && <NoResults onRequest={onRequest} />}
      {places?.length === FIRST_PAGE && limit === FIRST_PAGE && (
        <Button look="quiet" className="button-small results-more" onClick={more}>
          {SEARCH.more}
        </Button>
      )}
      {places?.length === MAX_RESULTS && <p className="soft">{SEARCH.most}</p>}
    </section>
  );
}

interface MeantProps {
  readonly first: Place;
  readonly query: string;
  readonly onDo: (doing: OpenDialog) => void;
}

/** Asks whether the first place is meant, if it was found in spite of how it was typed. */
function Meant({ first, query, onDo }: MeantProps) {
  const { name, address, city, state, zipCode, phone } = first;
  const known = foldedWords([name, address, city, state, zipCode].join(" "));
  const isTyped = (word: string) => known.some((each) => each.includes(word));
  if (phone !== "" && phoneDigits(query) === phoneDigits(phone)) return null;
  if (foldedWords(query).every(isTyped)) return null;
  return (
    <p className="results-meant">
      {SEARCH.didYouMean}{" "}
      <Button look="text" className="button-small" onClick={() => onDo({ what: "view", place: first })}>
        {SEARCH.meant(name, address)}
      </Button>
      ?
    </p>
  );
}

const LAST_PLACE = ".results-cards > li:last-child";

interface CountProps {
  readonly places: readonly Place[] | undefined;
  readonly limit: number;
  readonly busy: boolean;
}

/** The number of results, announced when it changes, and whether more are loading. */
function Count({ places, limit, busy }: CountProps) {
  return (
    <div className="results-count">
      <p role="status">{busy || !places || places.length === 0 ? "" : countOf(places.length, limit)}</p>
      {busy && (
        <p className="results-busy">
          <span className="results-spinner" aria-hidden="true" />
          {SEARCH.searching}
        </p>
      )}
    </div>
  );
}

const countOf = (count: number, limit: number): string =>
  count === limit ? SEARCH.countMore(count) : SEARCH.count(count);

interface CardsProps {
  readonly places: readonly Place[];
  readonly query: string;
  readonly onDo: (doing: OpenDialog) => void;
}

function Cards({ places, query, onDo }: CardsProps) {
  return (
    <ul className="results-cards">
      {places.map((place) => (
        <li key={place.id} tabIndex={-1}>
          <PlaceCard
            place={place}
            query={query}
            onView={() => onDo({ what: "view", place })}
            onClaim={() => onDo({ what: "claim", place: claimable(place) })}
            onAsk={() => onDo({ what: "ask", place: claimable(place) })}
          />
        </li>
      ))}
    </ul>
  );
}

function NoResults({ onRequest }: Pick<ResultsProps, "onRequest">) {
  const action = onRequest && <Button onClick={onRequest}>{SEARCH.requestNew}</Button>;
  return (
    <div role="status">
      <EmptyState title={SEARCH.none} action={action} />
    </div>
  );
}

const STALE_AFTER = 300; // milliseconds
const CACHED_FOR = minutes(5);

export const FIRST_PAGE = 50;
const MAX_RESULTS = 100;

interface SearchAsked extends SearchInput {
  readonly limit: number;
}

/** Matching places, best first, from one character on. Outdated responses are dropped. */
function useSearchResults({ query, city, category, near, limit }: SearchAsked) {
  return trpc.partner.pois.search.useQuery(
    { query, city, category: category ?? "all", near, limit },
    {
      enabled: query !== "",
      staleTime: STALE_AFTER,
      gcTime: CACHED_FOR,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    },
  );
}
