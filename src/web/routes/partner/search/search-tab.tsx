import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { NOT_YOURS } from "../../../../copy/en/my-place.ts";
import { SEARCH } from "../../../../copy/en/partner.ts";
import { formatPhone, isPhone } from "../../../../shared/phone.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../../shared/places/places.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Pick, TextFilter } from "../../../kit/table/toolbar.tsx";
import { currentPosition } from "../../../lib/position.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import type { OpenDialog } from "../dialogs.tsx";
import { type PortalSearchParams, portalSearchParams } from "../search-params.ts";
import { useRights } from "../session.tsx";
import type { InitialValues } from "../use-request.ts";
import { Results } from "./results.tsx";

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
