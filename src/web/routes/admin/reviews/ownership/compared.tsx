import { PROPOSAL_FIELDS, type ProposalField } from "../../../../../shared/places/ownership.ts";
import { CASE } from "../content.ts";
import { CHANGE } from "./content.ts";
import { cutDifference } from "./difference.ts";
import type { ShownChange } from "./shown.ts";

type Values = ShownChange["fields"];

/** The current and the proposed values side by side, with the words that differ marked. */
export function Compared({ change: { fields, before, current } }: { readonly change: ShownChange }) {
  return (
    <ul className="compared">
      {PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined).map((field) => (
        <ComparedField
          key={field}
          name={CHANGE.fields[field]}
          then={textOf(before, field)}
          now={textOf(current ?? before, field)}
          proposed={textOf(fields, field)}
        />
      ))}
    </ul>
  );
}

interface ComparedFieldProps {
  readonly name: string;
  /** At submission. */
  readonly then: string;
  readonly now: string;
  readonly proposed: string;
}

function ComparedField({ name, then, now, proposed }: ComparedFieldProps) {
  const [from, to] = cutDifference(now, proposed);
  return (
    <li>
      <h4>{name}</h4>
      <dl>
        <div>
          <dt>{CHANGE.now}</dt>
          <dd dir="auto">
            {now === "" && <span className="soft">{CHANGE.empty}</span>}
            {from.start}
            {from.middle && <del>{from.middle}</del>}
            {from.end}
          </dd>
        </div>
        <div>
          <dt>{CHANGE.proposed}</dt>
          <dd dir="auto">
            {proposed === "" && <span className="soft">{CHANGE.empty}</span>}
            {to.start}
            {to.middle && <ins>{to.middle}</ins>}
            {to.end}
          </dd>
        </div>
      </dl>
      {now === proposed && <p className="soft">{CHANGE.same}</p>}
      {then !== now && <p className="soft">{then === "" ? CHANGE.sinceEmpty : CHANGE.since(then)}</p>}
    </li>
  );
}

const textOf = (values: Values, field: ProposalField): string =>
  field === "category"
    ? values.category === undefined
      ? ""
      : CASE.categories[values.category]
    : (values[field] ?? "");
