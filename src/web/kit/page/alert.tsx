import type { ReactNode } from "react";

interface AlertProps {
  readonly tone?: "error" | "warning" | "info";
  readonly children: ReactNode;
}

/** A message next to its subject. Screen readers announce errors at once. */
export function Alert({ tone = "error", children }: AlertProps) {
  return (
    <p className="alert" data-tone={tone} role={tone === "error" ? "alert" : undefined}>
      {children}
    </p>
  );
}
