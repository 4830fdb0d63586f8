import { columnName } from "./columns.ts";
import { COMPARE } from "./content.ts";

interface Field {
  readonly name: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

interface CompareTableProps {
  /** For screen readers: whose values these are. */
  readonly caption: string;
  readonly fields: readonly Field[];
}

/** Our values next to those of the main database. Values that differ are marked, by a word too. */
export function CompareTable({ caption, fields }: CompareTableProps) {
  return (
    <table className="sync-compare-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{COMPARE.field}</th>
          <th scope="col">{COMPARE.ours}</th>
          <th scope="col">{COMPARE.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, ours, theirs }) => {
          const differs = (ours ?? "") !== (theirs ?? "");
          return (
            <tr key={name} data-differs={differs || undefined}>
              <th scope="row">{columnName(name)}</th>
              <Value text={ours} />
              <Value text={theirs} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const Value = ({ text }: { readonly text: string | null }) => (
  <td>{text === null || text === "" ? <span className="soft">{COMPARE.empty}</span> : <bdi>{text}</bdi>}</td>
);
