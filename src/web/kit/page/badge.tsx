import type { ReactNode } from "react";

interface BadgeProps {
  readonly tone?: "plain" | "good" | "warning" | "bad" | "info";
  readonly children: ReactNode;
}

/** A short, non-interactive label. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
