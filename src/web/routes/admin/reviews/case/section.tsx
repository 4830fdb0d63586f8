import { type ReactNode, useId } from "react";

interface CaseSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled section of a case. */
export function CaseSection({ title, children }: CaseSectionProps) {
  const id = useId();
  return (
    <section className="case-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
