import type { ReactNode } from "react";
import { formatDateTime, isolated } from "../../../../../shared/format.ts";
import { PROPOSAL_FIELDS, type ProposalField } from "../../../../../shared/places/places.ts";
import type { ShownChange } from "../ownership-cases.ts";
import { CASE } from "./case.tsx";

export const CHANGE = {
  fields: {
    name: "Name",
    address: "Street address",
    city: "City",
    state: "State",
    zipCode: "Postal code",
    category: "Category",
    subcategory: "Subcategory",
    phone: "Phone",
    website: "Website",
  },
} as const;

type Values = ShownChange["fields"];

/** What the owner saw, what is listed now and what is proposed, with the words that differ marked. */
export function Compared({ change: { fields, before, current, edits } }: { readonly change: ShownChange }) {
  return (
    <ul className="compared">
      {PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined).map((field) => {
        const now = valueText(current ?? before, field);
        const proposed = valueText(fields, field);
        const edit = edits[field];
        return (
          <FieldVersions
            key={field}
            {...{ field, now, proposed }}
            earlier={valueText(before, field)}
            earlierName="When the owner asked"
          >
            {now === proposed && <p className="soft">Already listed like this</p>}
            {edit && (
              <p>{`${edit.by === null ? "An operator" : isolated(edit.by)} changed it on ${formatDateTime(edit.at)}, after the owner asked.`}</p>
            )}
            {edit === null && <p>An import or a merge changed it after the owner asked.</p>}
          </FieldVersions>
        );
      })}
    </ul>
  );
}

interface FieldVersionsProps {
  readonly field: ProposalField;
  /** Shown if the value differs by now. */
  readonly earlier: string;
  readonly earlierName: string;
  readonly now: string;
  readonly proposed: string;
  readonly children?: ReactNode;
}

/** The values of a field side by side, as an item of a list. */
export function FieldVersions({ field, earlier, earlierName, now, proposed, children }: FieldVersionsProps) {
  const [from, to] = cutDifference(now, proposed);
  return (
    <li>
      <h4>{CHANGE.fields[field]}</h4>
      <dl>
        {earlier !== now && (
          <div className="compared-seen">
            <dt>{earlierName}</dt>
            <dd dir="auto">{earlier === "" ? <Empty /> : earlier}</dd>
          </div>
        )}
        <div>
          <dt>Listed now</dt>
          <dd dir="auto">
            {now === "" && <Empty />}
            {from.start}
            {from.middle && <del>{from.middle}</del>}
            {from.end}
          </dd>
        </div>
        <div>
          <dt>Proposed</dt>
          <dd dir="auto">
            {proposed === "" && <Empty />}
            {to.start}
            {to.middle && <ins>{to.middle}</ins>}
            {to.end}
          </dd>
        </div>
      </dl>
      {children}
    </li>
  );
}

const Empty = () => <span className="soft">Empty</span>;

/** The value of a field as a person reads it; empty if there is none. */
export const valueText = (values: Values, field: ProposalField): string =>
  field === "category"
    ? values.category === undefined
      ? ""
      : CASE.categories[values.category]
    : (values[field] ?? "");

/** A text cut into what both have at the start and the end, and what differs between. */
interface Cut {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/** Cuts two texts at words, so that the words that differ can be marked. */
export function cutDifference(a: string, b: string): readonly [Cut, Cut] {
  const [from, to] = [wordsOf(a), wordsOf(b)];
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]): Cut => ({
    start: words.slice(0, start).join(""),
    middle: words.slice(start, words.length - end).join(""),
    end: words.slice(words.length - end).join(""),
  });
  return [cut(from), cut(to)];
}

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter(Boolean);
