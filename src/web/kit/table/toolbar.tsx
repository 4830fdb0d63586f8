import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";

const LONGEST = 100;
const LETTER = 0.9; // of the width that a browser gives a letter of `size`

export const Toolbar = ({ children }: { readonly children: ReactNode }) => (
  <div className="toolbar">{children}</div>
);

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
}

/** A search field that waits until the typing ends; Enter does not wait. */
export function Search({ label, value, onSearch }: SearchProps) {
  const { typed, type, sendNow } = useDebounced(value, onSearch);
  const id = useId();
  return (
    <search className="toolbar-search">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 4.5 4.5" />
      </svg>
      <input
        id={id}
        type="search"
        size={Math.ceil(label.length * LETTER)}
        value={typed}
        placeholder={label}
        maxLength={LONGEST}
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && sendNow()}
      />
    </search>
  );
}

interface PickProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className"> {
  readonly label: string;
  /** Only where the heads of the table cannot be pressed. */
  readonly onCardsOnly?: boolean;
}

/** A filter: a native select with its label. */
export function Pick({ label, onCardsOnly = false, ...select }: PickProps) {
  const id = useId();
  return (
    <div className="toolbar-pick" data-cards-only={onCardsOnly || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} />
    </div>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

export function TextFilter({ label, hint, value, onType }: TextFilterProps) {
  const { typed, type, sendNow } = useDebounced(value, onType);
  const id = useId();
  return (
    <div className="toolbar-pick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed}
        placeholder={hint}
        maxLength={LONGEST}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && sendNow()}
      />
    </div>
  );
}

interface DateFilterProps {
  readonly label: string;
  /** `2026-01-31`, or empty. */
  readonly value: string;
  readonly onPick: (day: string) => void;
}

export function DateFilter({ label, value, onPick }: DateFilterProps) {
  // a year is a valid date from its first typed digit on
  const { typed, type, sendNow } = useDebounced(value, onPick);
  const id = useId();
  return (
    <div className="toolbar-pick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && sendNow()}
      />
    </div>
  );
}
