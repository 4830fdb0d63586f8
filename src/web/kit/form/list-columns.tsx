import type { ReactNode } from "react";
import type { ListColumn, ListMap } from "../../../shared/list-columns.ts";
import { Button } from "../controls/button.tsx";
import { Field, SelectField } from "./field.tsx";

interface ListColumnsProps {
  readonly columns: readonly ListColumn[];
  /** The fields that a column can hold, by what they are called. */
  readonly labels: Readonly<Record<string, string>>;
  /** Fields that no column gives, which can be said of all rows. */
  readonly missing?: readonly string[];
  readonly action: string;
  /** More that is said of the whole list. */
  readonly children?: ReactNode;
  readonly onSubmit: (map: ListMap, form: FormData) => void;
}

/** What each column of a list is taken for, with a sample, to be corrected. */
export function ListColumns({ columns, labels, missing = [], action, children, onSubmit }: ListColumnsProps) {
  function submit(form: FormData): void {
    const said = (name: string) => String(form.get(name) ?? "");
    const values = missing.flatMap((field) => {
      const value = said(`all ${field}`).trim();
      return value === "" ? [] : [[field, value] as const];
    });
    const map = {
      columns: Object.fromEntries(columns.map(({ column }, n) => [column, said(`column ${n}`) || null])),
      values: Object.fromEntries(values),
    };
    onSubmit(map, form);
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <ul className="list-columns">
        {columns.map(({ column, field, by, sample }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          <li key={n}>
            <SelectField label={column} name={`column ${n}`} defaultValue={field ?? ""} autoComplete="off">
              <option value="">Ignore</option>
              {Object.entries(labels).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </SelectField>
            <p className="soft">
              {sample === "" ? "No values in the first rows" : <bdi>{sample}</bdi>}
              {by !== null && BY[by]}
            </p>
          </li>
        ))}
      </ul>
      {missing.map((field) => (
        <Field
          key={field}
          label={`${labels[field] ?? field} of all rows`}
          name={`all ${field}`}
          autoComplete="off"
        />
      ))}
      {children}
      <div className="dialog-actions">
        <Button type="submit">{action}</Button>
      </div>
    </form>
  );
}

const BY = {
  name: "",
  values: " (recognized by its values)",
  said: " (as you said)",
  remembered: " (as with the last list like this)",
} as const;
