import type { ReactNode } from "react";
import { JOINED } from "../../../copy/en/joined.ts";
import { NoEmailNote } from "../page/alert.tsx";

interface FactsProps {
  readonly email: string;
  readonly isBetaTester: boolean;
  /** Null until it is chosen, and where a form shows it. */
  readonly city: string | null;
}

/** Which address, whether the beta wish counts, and what happens next. */
export function JoinedFacts({ email, isBetaTester, city }: FactsProps) {
  return (
    <>
      <p>
        {JOINED.writeTo} <strong dir="auto">{email}</strong>
      </p>
      <p>{isBetaTester ? JOINED.betaYes : JOINED.betaNo}</p>
      {city !== null && (
        <p>
          {JOINED.city}: <strong dir="auto">{city}</strong>
        </p>
      )}
      <p className="joined-next">{JOINED.next}</p>
      <ol className="joined-steps">
        {JOINED.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <NoEmailNote />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
  readonly onToggle?: (open: boolean) => void;
}

/** A part that opens on demand, without scripts too. */
export function JoinedPart({ title, note, children, onToggle }: PartProps) {
  return (
    <details
      className="joined-part"
      name="joined-part"
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>{title}</summary>
      <p className="soft">{note}</p>
      {children}
    </details>
  );
}

export function JoinedLink({ link }: { readonly link: string }) {
  return (
    <p>
      {JOINED.passNote} <span className="joined-link">{link}</span>
    </p>
  );
}
