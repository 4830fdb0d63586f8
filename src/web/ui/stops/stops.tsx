import type { ReactNode } from "react";

/** A stop of a way: passed, where it stands now, or still ahead; the last one was arrived at, or ended badly. */
export interface Stop {
  readonly name: string;
  readonly note?: ReactNode;
  readonly state: "passed" | "here" | "ahead" | "arrived" | "ended";
}

interface StopsProps {
  readonly label: string;
  readonly stops: readonly Stop[];
}

/** How far something has come, as a dotted route with its stops. */
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
