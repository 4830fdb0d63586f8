import type { ReactNode } from "react";

/** A step of a process; the last one is `arrived` or, after a rejection, `ended`. */
export interface Stop {
  readonly name: string;
  readonly note?: ReactNode;
  readonly state: "passed" | "here" | "ahead" | "arrived" | "ended";
}

interface StopsProps {
  readonly label: string;
  readonly stops: readonly Stop[];
}

/** Progress as a dotted route with stops. */
export function Stops({ label, stops }: StopsProps) {
  return (
    <ol className="stops" aria-label={label}>
      {stops.map(({ name, note, state }) => (
        <li key={name} data-state={state} aria-current={state === "here" ? "step" : undefined}>
          <span className="stops-name">{name}</span>
          {note && <span className="stops-note">{note}</span>}
        </li>
      ))}
    </ol>
  );
}
