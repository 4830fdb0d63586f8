import { SEARCH, TIER } from "../../../../copy/en/places.ts";
import { SEARCH_FACTS } from "../../../../modules/places/search/schema.ts";
import {
  CATEGORIES,
  type HalalStatus,
  KINDS_NAMES,
  TIER_NAMES,
  withoutNearMe,
  withoutOpenNow,
} from "../../../../shared/places/places.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { EmptyState } from "../../../kit/page/states.tsx";
import { PublicPage } from "../../../kit/site/public-page.tsx";
import { TierMark } from "../../../kit/site/tier-mark.tsx";
import { type AskedSearch, NOTHING, type Searched, searchPath } from "../views.ts";
import { SearchResults } from "./search-results.tsx";

/** Places by name, dish or city. `search-box.ts` adds completions and the visitor's position. */
export function SearchPage({ searched }: { readonly searched: Searched }) {
  const { asked, found, error } = searched;
  return (
    <PublicPage title={SEARCH.title}>
      <div className="place-search wrap" data-found={found === null ? undefined : ""}>
        <header className="place-search-head">
          <h1>{SEARCH.heading}</h1>
          {found === null && <p className="lead">{SEARCH.lead}</p>}
        </header>
        <SearchForm asked={asked} error={error} />
        <div className="place-search-found" data-swapped="">
          {found === null && error === null ? <Start /> : <Found {...searched} />}
        </div>
      </div>
    </PublicPage>
  );
}

/** The filters stay for the next search; the position and the wish for the words as typed do not. */
function SearchForm({ asked, error }: Pick<Searched, "asked" | "error">) {
  const { q, city, near: _, exact: __, ...filters } = asked;
  return (
    <search>
      <form className="place-search-form" method="get" action="/places" data-completions={SEARCH.completions}>
        <div className="field place-search-field">
          <label htmlFor="q">{SEARCH.box}</label>
          <input
            id="q"
            type="search"
            name="q"
            defaultValue={`${q} ${city}`.trim()}
            maxLength={LIMITS.search}
            dir="auto"
            autoComplete="off"
            enterKeyHint="search"
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? undefined : "q-error"}
          />
          {error !== null && (
            <p id="q-error" className="field-error" role="alert">
              {error}
            </p>
          )}
        </div>
        {Object.entries(filters).map(
          ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button type="submit">{SEARCH.search}</Button>
        <Button
          look="quiet"
          hidden
          title={SEARCH.nearNote}
          data-near=""
          data-locating={SEARCH.locating}
          data-not-located={SEARCH.notLocated}
        >
          {SEARCH.near}
        </Button>
        <p className="place-search-told soft" role="status" />
      </form>
    </search>
  );
}

function Start() {
  return (
    <>
      <Links heading={SEARCH.startHeading} searches={SEARCH.examples} />
      <Links heading={SEARCH.citiesHeading} searches={SEARCH.cities} />
      <section className="place-search-key" aria-labelledby="key">
        <h2 id="key">{SEARCH.keyHeading}</h2>
        <ul>
          {(["verified", "reported", "friendly"] as const).map((tier) => (
            <li key={tier}>
              <TierMark tier={tier} />
              <p>
                <strong>{TIER_NAMES[tier]}</strong> {TIER.meaning[tier]}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface LinksProps {
  readonly heading: string;
  readonly searches: readonly string[];
}

const Links = ({ heading, searches }: LinksProps) => (
  <section className="place-search-start">
    <h2>{heading}</h2>
    <ul className="chips">
      {searches.map((q) => (
        <li key={q}>
          <a className="chips-link" href={searchPath({ ...NOTHING, q })}>
            {q}
          </a>
        </li>
      ))}
    </ul>
  </section>
);

const isOpenAsked = (q: string): boolean => withoutOpenNow(q) !== q;

function Found({ asked, page, found }: Searched) {
  if (found === null) return null;
  const isNoneOpen =
    found.total > 0 && isOpenAsked(asked.q) && found.items.every(({ openNow }) => openNow !== true);
  const isNearAsked = withoutNearMe(asked.q) !== asked.q && asked.near === "";
  return (
    <>
      {isNearAsked && <p className="place-search-note">{SEARCH.needsPlace}</p>}
      <Chips asked={asked} />
      {isNoneOpen && <p className="place-search-note">{SEARCH.noneOpen}</p>}
      {found.total === 0 ? (
        <Nothing asked={asked} />
      ) : (
        <SearchResults asked={asked} page={page} found={found} />
      )}
    </>
  );
}

interface Chip {
  readonly text: string;
  readonly isOn: boolean;
  /** What the search asks instead. */
  readonly to: Partial<AskedSearch>;
  readonly tier?: HalalStatus;
}

const TIERS = ["verified", "friendly", "reported"] as const;

function chipsOf({ q, category, tier, open, facts }: AskedSearch): readonly Chip[] {
  const on = facts.split(",");
  const isOpen = open === "true" || isOpenAsked(q);
  return [
    ...TIERS.map((each) => ({
      text: TIER_NAMES[each],
      isOn: tier === each,
      to: { tier: tier === each ? "" : each },
      tier: each,
    })),
    {
      text: SEARCH.facts.open,
      isOn: isOpen,
      to: isOpen ? { open: "", q: withoutOpenNow(q).trim() } : { open: "true" },
    },
    ...SEARCH_FACTS.map((fact) => {
      const isOn = on.includes(fact);
      const others = SEARCH_FACTS.filter((each) => (each === fact ? !isOn : on.includes(each)));
      return { text: SEARCH.facts[fact], isOn, to: { facts: others.join(",") } };
    }),
    ...CATEGORIES.map((each) => ({
      text: KINDS_NAMES[each],
      isOn: category === each,
      to: { category: category === each ? "" : each },
    })),
  ];
}

/** Each takes one filter more or less. */
function Chips({ asked }: { readonly asked: AskedSearch }) {
  const chips = chipsOf(asked);
  return (
    <nav aria-label={SEARCH.filters}>
      <ul className="chips chips-row">
        {chips.map(({ text, isOn, to, tier }) => (
          <li key={text}>
            <a
              className="chips-link"
              href={searchPath({ ...asked, ...to })}
              aria-current={isOn ? "true" : undefined}
              rel="nofollow"
            >
              {tier && tier !== "unverified" && <TierMark tier={tier} />}
              {text}
            </a>
          </li>
        ))}
        {chips.some(({ isOn }) => isOn) && (
          <li>
            <a
              className="place-search-clear"
              href={searchPath({
                ...NOTHING,
                ...{ q: asked.q, city: asked.city, near: asked.near, exact: asked.exact },
              })}
            >
              {SEARCH.clear}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Nothing({ asked }: { readonly asked: AskedSearch }) {
  const { q, city, near: _, exact: __, ...filters } = asked;
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const portal = `/partner?${new URLSearchParams({ ...(q && { q }), ...(city && { city }) })}`;
  const actions = (
    <div className="actions place-search-actions">
      <ButtonLink look="quiet" href={portal}>
        {SEARCH.add}
      </ButtonLink>
      <ButtonLink look="quiet" href="/#beta">
        {SEARCH.join}
      </ButtonLink>
    </div>
  );
  return (
    <div role="status">
      <EmptyState title={isFiltered ? SEARCH.noneWith : SEARCH.none} action={actions}>
        {isFiltered ? SEARCH.noneWithText : SEARCH.noneText} {SEARCH.missing}{" "}
        <a href={`/places/suggest?${new URLSearchParams(q === "" ? [] : [["name", q]])}`}>
          {SEARCH.missingLink}
        </a>
        .
      </EmptyState>
    </div>
  );
}
