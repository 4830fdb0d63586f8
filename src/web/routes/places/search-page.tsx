import { SEARCH } from "../../../copy/en/places.ts";
import type { PublicResult } from "../../../modules/places/search/schema.ts";
import { LIMITS } from "../../../shared/fields.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { EmptyState } from "../../kit/page/states.tsx";
import { TierBadge } from "../../kit/site/tier-mark.tsx";
import { PlacesPage } from "./places-page.tsx";
import { addressOf, kindOf } from "./structured-data.ts";
import type { Searched } from "./views.ts";

/** Places by name and city. */
export function SearchPage({ searched }: { readonly searched: Searched }) {
  return (
    <PlacesPage title={SEARCH.title}>
      <div className="place-search wrap">
        <header className="place-search-head">
          <h1>{SEARCH.heading}</h1>
          <p className="lead">{SEARCH.lead}</p>
        </header>
        <SearchForm {...searched} />
        <Found {...searched} />
      </div>
    </PlacesPage>
  );
}

function SearchForm({ q, city, error }: Searched) {
  return (
    <search>
      <form className="place-search-form" method="get" action="/places">
        <div className="field">
          <label htmlFor="q">{SEARCH.name}</label>
          <input
            id="q"
            type="search"
            name="q"
            defaultValue={q}
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
        <div className="field">
          <label htmlFor="city">{SEARCH.city}</label>
          <input
            id="city"
            type="text"
            name="city"
            defaultValue={city}
            maxLength={LIMITS.search}
            dir="auto"
            autoComplete="address-level2"
            enterKeyHint="search"
          />
        </div>
        <Button type="submit">{SEARCH.search}</Button>
      </form>
    </search>
  );
}

function Found(searched: Searched) {
  const { found, q, city } = searched;
  if (found === null) return <EmptyState title={SEARCH.start} />;
  if (found.items.length === 0) return <Nothing q={q} city={city} />;
  return (
    <section className="place-search-found" aria-label={SEARCH.results}>
      <p className="soft">{found.isCut ? SEARCH.most(found.total) : SEARCH.found(found.total)}</p>
      <ul>
        {found.items.map((place) => (
          <li key={place.id}>
            <Result place={place} />
          </li>
        ))}
      </ul>
      <Pages {...searched} isLast={found.isLast} />
    </section>
  );
}

function Result({ place }: { readonly place: PublicResult }) {
  return (
    <article className="place-search-result">
      <div>
        <h2>
          <a href={placePath(place)}>
            <bdi>{place.name}</bdi>
          </a>
        </h2>
        <p className="soft">{kindOf(place)}</p>
        <p>
          <bdi>{addressOf(place)}</bdi>
        </p>
      </div>
      <Mark place={place} />
    </article>
  );
}

/** The tier of a place that is closed for good would be no help. */
function Mark({ place: { tier, closed } }: { readonly place: PublicResult }) {
  if (closed) return <Badge tone="bad">{SEARCH.closed}</Badge>;
  return tier && <TierBadge status={tier} />;
}

function Nothing({ q, city }: Pick<Searched, "q" | "city">) {
  const portal = `/partner?${new URLSearchParams({ ...(q && { q }), ...(city && { city }) })}`;
  const actions = (
    <div className="actions place-search-actions">
      <ButtonLink href={portal}>{SEARCH.add}</ButtonLink>
      <ButtonLink look="quiet" href="/#beta">
        {SEARCH.join}
      </ButtonLink>
    </div>
  );
  return (
    <div role="status">
      <EmptyState title={SEARCH.none} action={actions}>
        {SEARCH.noneText}
      </EmptyState>
    </div>
  );
}

function Pages({ q, city, page, isLast }: Searched & { readonly isLast: boolean }) {
  if (page === 1 && isLast) return null;
  const at = (number: number) =>
    `/places?${new URLSearchParams({ ...(q && { q }), ...(city && { city }), page: String(number) })}`;
  return (
    <nav className="actions" aria-label={SEARCH.pages}>
      {page > 1 && (
        <ButtonLink look="quiet" href={at(page - 1)} rel="prev">
          {SEARCH.previous}
        </ButtonLink>
      )}
      {!isLast && (
        <ButtonLink look="quiet" href={at(page + 1)} rel="next">
          {SEARCH.next}
        </ButtonLink>
      )}
    </nav>
  );
}
