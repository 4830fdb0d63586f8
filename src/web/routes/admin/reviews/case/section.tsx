import { type ReactNode, useId } from "react";

interface CaseSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One question of a case, and what is known about it. */
export function CaseSection({ title, children }: CaseSectionProps) {
  const id = useId();
  return (
    <section className="case-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
