import type { ReactNode } from "react";

interface BadgeProps {
  readonly tone?: "plain" | "good" | "warning" | "bad" | "info";
  readonly children: ReactNode;
}

/** A word about a thing, to be read and not pressed. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
