import { useId } from "react";
import { LIMITS } from "../../../../shared/fields.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../../shared/places/places.ts";
import type { useDebounced } from "../../../lib/hooks/use-debounced.ts";
import { Pick, TextFilter } from "../../../ui/toolbar/toolbar.tsx";
import { SEARCH } from "./content.ts";

interface SearchBoxProps {
  readonly name: ReturnType<typeof useDebounced>;
  readonly city: string;
  readonly category: Category | undefined;
  readonly onCity: (city: string) => void;
  readonly onCategory: (category: Category | undefined) => void;
}

export function SearchBox({ name, city, category, onCity, onCategory }: SearchBoxProps) {
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
      </div>
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
      <p className="search-box-echo">{typed.trim() === "" ? " " : SEARCH.echo(typed.trim())}</p>
    </div>
  );
}
