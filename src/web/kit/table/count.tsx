import type { ReactNode } from "react";
import { number } from "../../../shared/format.ts";
import { Loaded, type Loading } from "../page/states.tsx";

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

interface CountsCardProps<Data> {
  readonly query: Loading<Data>;
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** The figures of a screen above its lists. */
export const CountsCard = <Data,>({ query, failed, children }: CountsCardProps<Data>) => (
  <section className="list-card" aria-label="Counts">
    <Loaded query={query} failed={failed} rows={2}>
      {(data) => <Counts few>{children(data)}</Counts>}
    </Loaded>
  </section>
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
