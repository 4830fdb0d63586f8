import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDebounced } from "../../../lib/hooks/use-debounced.ts";
import { Button } from "../../../ui/button/button.tsx";
import type { OpenDialog } from "../dialogs.tsx";
import { type PortalSearchParams, portalSearchParams } from "../search-params.ts";
import { SEARCH } from "./content.ts";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";

interface SearchTabProps {
  readonly onDo: (doing: OpenDialog) => void;
}

/** The search box and its results. The query is kept in the URL. */
export function SearchTab({ onDo }: SearchTabProps) {
  const { q = "", city = "", category } = portalSearchParams.parse(useSearch({ strict: false }));
  const filter = useFilter();
  const name = useDebounced(q, (next) => filter({ q: next || undefined }));
  const request = () => onDo({ what: "request", given: { name: name.typed.trim(), city } });
  return (
    <div className="search-tab">
      <h2 className="visually-hidden">Search POIs</h2>
      <SearchBox
        name={name}
        city={city}
        category={category}
        onCity={(next) => filter({ city: next || undefined })}
        onCategory={(next) => filter({ category: next })}
      />
      <Results asked={{ query: q, city, category }} typed={name.typed} onDo={onDo} onRequest={request} />
      <div className="search-tab-request">
        <p className="soft">{SEARCH.requestHint}</p>
        <Button look="quiet" className="button-small" onClick={request}>
          {SEARCH.requestBusiness}
        </Button>
      </div>
    </div>
  );
}

/** Typing replaces the history entry, so Back leaves the search. */
function useFilter() {
  const navigate = useNavigate();
  return (change: Partial<PortalSearchParams>): void => {
    // Reads the current URL: two params may change before the next render.
    const search = (before: object) => portalSearchParams.parse({ ...before, ...change });
    void navigate({ to: "/partner", search, replace: true, resetScroll: false });
  };
}
