interface BendProps {
  /** In percent of the page width. */
  readonly from: number;
  readonly to: number;
  readonly className?: string;
}

/** The route between two stops. On a phone, with a single column, it is part of one straight line. */
export function RouteBend({ from, to, className = "" }: BendProps) {
  return (
    <svg
      className={`route-line-bend ${className}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M${from} 0C${from} 62 ${to} 38 ${to} 100`} />
    </svg>
  );
}

/** A straight piece of the route. */
export function StraightRoute({ className }: { readonly className: string }) {
  return <div className={`route-line ${className}`} aria-hidden="true" />;
}
