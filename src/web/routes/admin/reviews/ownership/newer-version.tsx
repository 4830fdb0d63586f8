import { useEffect, useRef } from "react";
import { PROPOSAL_FIELDS } from "../../../../../shared/places/ownership.ts";
import { formatDay } from "../../../../lib/format/format-date.ts";
import { FieldVersions, valueText } from "./compared.tsx";
import { NEWER } from "./content.ts";
import type { CaseVersion, ShownChange, ShownTransfer } from "./shown.ts";

interface NewerVersionProps {
  readonly opened: CaseVersion;
  /** The case now. */
  readonly newer: ShownChange | ShownTransfer;
}

/** What someone else has changed since the reviewer opened the case. */
export function NewerVersion({ opened, newer }: NewerVersionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // and not the button that would decide without a look at this
  const isChange = "fields" in newer;
  return (
    <section className="compared-newer">
      <h4 ref={heading} tabIndex={-1}>
        {isChange ? NEWER.place : NEWER.transfer}
      </h4>
      {isChange ? (
        <>
          <p className="soft">{NEWER.placeText}</p>
          <Changed opened={opened} newer={newer} />
        </>
      ) : (
        <p>{NEWER.transferText(formatDay(newer.refusedAt ?? newer.updatedAt))}</p>
      )}
    </section>
  );
}

/** The fields that changed since. */
function Changed({ opened, newer }: { readonly opened: CaseVersion; readonly newer: ShownChange }) {
  const { current, fields } = newer;
  return (
    <ul className="compared">
      {PROPOSAL_FIELDS.map((field) => ({
        ...{ field, earlier: valueText(opened.current ?? {}, field) },
        ...{ now: valueText(current ?? {}, field), proposed: valueText(fields, field) },
      }))
        .filter(({ earlier, now }) => earlier !== now)
        .map((each) => (
          <FieldVersions key={each.field} {...each} earlierName={NEWER.seen} />
        ))}
    </ul>
  );
}

export const versionKey = (newer: NewerVersionProps["newer"]): string =>
  "fields" in newer ? (newer.placeVersion ?? "") : newer.updatedAt.toISOString();
