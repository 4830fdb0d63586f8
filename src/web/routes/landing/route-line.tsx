interface BendProps {
  /** In percent of the page width. */
  readonly from: number;
  readonly to: number;
}

/** The route between two stops. On a phone, with a single column, it is straight. */
export function RouteBend({ from, to }: BendProps) {
  return (
    <svg
      className="route-line-bend"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="route-line-bend-wide" d={`M${from} 0C${from} 62 ${to} 38 ${to} 100`} />
      <path className="route-line-bend-narrow" d="M50 0V100" />
    </svg>
  );
}

/** A straight piece of the route. */
export function StraightRoute({ className }: { readonly className: string }) {
  return <div className={`route-line ${className}`} aria-hidden="true" />;
}
