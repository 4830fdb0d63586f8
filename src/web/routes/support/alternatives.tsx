import { useEffect, useRef } from "react";
import { ALTERNATIVES } from "./content.ts";
import { Handles } from "./handles.tsx";

interface AlternativesProps {
  /** The server's message; it contains the reference. */
  readonly message: string;
  readonly venmo: string;
  readonly zelle: string;
}

/** The format of a reference: `OLIVE-HARBOR-4821`. */
const REFERENCE = /\b[A-Z]+-[A-Z]+-\d{4}\b/;

/** Shown when the gateway is unavailable: other payment options, with the reference for a transfer. */
export function Alternatives({ message, venmo, zelle }: AlternativesProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <div ref={alert} className="alert alternatives" data-tone="warning" role="alert" tabIndex={-1}>
      <p>{message}</p>
      <Handles venmo={venmo} zelle={zelle} reference={REFERENCE.exec(message)?.[0]} />
      <p>{ALTERNATIVES.again}</p>
    </div>
  );
}
