import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { NOT_YOURS } from "../../../../copy/en/my-place.ts";
import { SEARCH } from "../../../../copy/en/partner.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { minutes } from "../../../../shared/duration.ts";
import { formatPhone, isPhone, phoneDigits } from "../../../../shared/phone.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../../shared/places/places.ts";
import { foldedWords } from "../../../../shared/spelling/spelling.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmptyState, ErrorState } from "../../../kit/page/states.tsx";
import { Pick, TextFilter } from "../../../kit/table/toolbar.tsx";
import { trpc } from "../../../lib/api.tsx";
import { currentPosition } from "../../../lib/position.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import type { OpenDialog } from "../dialogs.tsx";
import { type PortalSearchParams, portalSearchParams } from "../search-params.ts";
import { useRights } from "../session.tsx";
import type { InitialValues } from "../use-request.ts";
import { claimable, PlaceCard } from "./place-card.tsx";

interface SearchTabProps {
  readonly onDo: (doing: OpenDialog) => void;
}

/** The search box and its results. The query is kept in the URL. */
export function SearchTab({ onDo }: SearchTabProps) {
  const { q = "", city = "", category } = portalSearchParams.parse(useSearch({ strict: false }));
  const filter = useFilter();
  const name = useDebounced(q, (next) => filter({ q: next || undefined }));
  const near = useNear();
  const { manages } = useRights();
  const request = () => onDo({ what: "request", given: givenBy(name.typed.trim(), city) });
  return (
    <div className="search-tab">
      <h2 className="visually-hidden">Search POIs</h2>
      <SearchBox
        name={name}
        city={city}
        category={category}
        onCity={(next) => filter({ city: next || undefined })}
        onCategory={(next) => filter({ category: next })}
        near={near}
      />
      <Results
        asked={{ query: q, city, category, near: near.point }}
        typed={name.typed}
        onDo={onDo}
        onRequest={manages ? request : null}
      />
      <div className="search-tab-request">
        {manages ? (
          <>
            <p className="soft">{name.typed.trim() === "" ? SEARCH.requestHint : SEARCH.noneOfThese}</p>
            <Button look="quiet" className="button-small" onClick={request}>
              {SEARCH.requestBusiness}
            </Button>
          </>
        ) : (
          <p className="soft">{NOT_YOURS.editor}</p>
        )}
      </div>
    </div>
  );
}

/** What was looked for, in the field of the request where it belongs. */
function givenBy(typed: string, city: string): InitialValues {
  if (isPhone(typed)) return { name: "", city, phone: formatPhone(typed) };
  return /^\d+\s+\D/.test(typed) ? { name: "", city, address: typed } : { name: typed, city };
}

/** Where the partner is, once that is asked for; kept nowhere. */
function useNear() {
  const [point, setPoint] = useState("");
  const [state, setState] = useState<"" | "locating" | "notLocated">("");
  async function locate(): Promise<void> {
    setState("locating");
    const near = await currentPosition();
    setState(near === null ? "notLocated" : "");
    setPoint(near ?? "");
  }
  return { point, state, toggle: () => (point === "" ? void locate() : setPoint("")) } as const;
}

/** Typing replaces the history entry, so Back leaves the search. */
function useFilter() {
  const navigate = useNavigate();
  return (change: Partial<PortalSearchParams>): void => {
    // Reads the current URL: two params may change before the next render.
    // The tab stays when the search is empty again.
    const search = (before: object) => portalSearchParams.parse({ ...before, ...change, tab: "search" });
    void navigate({ to: "/partner", search, replace: true, resetScroll: false });
  };
}

interface SearchBoxProps {
  readonly name: ReturnType<typeof useDebounced>;
  readonly city: string;
  readonly category: Category | undefined;
  readonly onCity: (city: string) => void;
  readonly onCategory: (category: Category | undefined) => void;
  readonly near: ReturnType<typeof useNear>;
}

function SearchBox({ name, city, category, onCity, onCategory, near }: SearchBoxProps) {
  return (
    <search className="search-box">
      <NameBox {...name} />
      <div className="search-box-filters">
        <TextFilter label={SEARCH.city} hint="" value={city} onType={onCity} />
        <Pick
          label={SEARCH.category}
          value={category ?? "all"}
          onChange={({ currentTarget: { value } }) => onCategory(CATEGORIES.find((each) => each === value))}
        >
          <option value="all">{SEARCH.allCategories}</option>
          {CATEGORIES.map((each) => (
            <option key={each} value={each}>
              {CATEGORY_NAMES[each]}
            </option>
          ))}
        </Pick>
        <Button
          look="quiet"
          className="button-small search-box-near"
          aria-pressed={near.point !== ""}
          onClick={near.toggle}
        >
          {SEARCH.near}
        </Button>
      </div>
      <p role="status" className="soft">
        {near.state !== "" && SEARCH[near.state]}
      </p>
    </search>
  );
}

function NameBox({ typed, type, sendNow }: SearchBoxProps["name"]) {
  const id = useId();
  return (
    <div className="search-box-name">
      <label htmlFor={id}>{SEARCH.name}</label>
      <div className="search-box-input">
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
        <input
          id={id}
          type="search"
          name="query"
          value={typed}
          placeholder={SEARCH.nameHint}
          maxLength={LIMITS.search}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={(event) => event.key === "Enter" && sendNow()}
        />
      </div>
      {typed.trim() !== "" && <p className="visually-hidden">{SEARCH.echo(typed.trim())}</p>}
    </div>
  );
}

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

function Results({ asked, typed, onDo, onRequest }: ResultsProps) {
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

const FIRST_PAGE = 50;
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
