import type { ReactNode } from "react";
import { number } from "../../../shared/format.ts";

interface CountsProps {
  /** Up to three figures get wider columns. */
  readonly few?: boolean;
  readonly children: ReactNode;
}

/** A row of figures with their names. */
export const Counts = ({ few = false, children }: CountsProps) => (
  <ul className="count-list" data-few={few || undefined}>
    {children}
  </ul>
);

interface CountProps {
  readonly label: string;
  /** A number, or formatted text such as an amount of money. */
  readonly value: number | string;
  readonly tone?: string;
  /** The text below the figure. */
  readonly children?: ReactNode;
}

export const Count = ({ label, value, tone, children }: CountProps) => (
  <li className="count" data-tone={tone}>
    <p className="count-label">{label}</p>
    <p className="count-value">{typeof value === "number" ? number.format(value) : value}</p>
    {children}
  </li>
);

export const CountNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="count-note">{children}</p>
);
