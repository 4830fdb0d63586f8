import { type HTMLAttributes, type ReactNode, type Ref, useId } from "react";

interface CardProps extends HTMLAttributes<HTMLDivElement> {
  readonly ref?: Ref<HTMLDivElement>;
}

export function Card({ className = "", ...rest }: CardProps) {
  return <div className={`card ${className}`} {...rest} />;
}

interface ListCardProps {
  readonly title: string;
  /** The screen has the same title: then this one is for screen readers. */
  readonly hidesTitle?: boolean | undefined;
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** Next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card around a list. Its heading can take the focus when the element that had it is gone. */
export function ListCard({ title, hidesTitle, headingRef, actions, children }: ListCardProps) {
  const id = useId();
  const heading = (
    <h2 id={id} ref={headingRef} tabIndex={-1} className={hidesTitle ? "visually-hidden" : undefined}>
      {title}
    </h2>
  );
  return (
    <section className="list-card" aria-labelledby={id}>
      {hidesTitle ? (
        heading
      ) : (
        <header className="list-card-head">
          {heading}
          {actions && <div className="list-card-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
