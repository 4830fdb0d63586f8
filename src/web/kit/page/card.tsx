import { type HTMLAttributes, type ReactNode, type Ref, useId } from "react";

interface CardProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref?: Ref<HTMLDivElement>;
}

export function Card({ className = "", ...rest }: CardProps) {
  return <div className={`card ${className}`} {...rest} />;
}

interface ListCardProps {
  readonly title: string;
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** Stays next to the title where there is no room for the actions. */
  readonly aside?: ReactNode;
  /** Next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card around a list. Its heading can take the focus when the element that had it is gone. */
export function ListCard({ title, headingRef, aside, actions, children }: ListCardProps) {
  const id = useId();
  return (
    <section className="list-card" aria-labelledby={id}>
      <header className="list-card-head">
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {aside}
        {actions && <div className="list-card-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
