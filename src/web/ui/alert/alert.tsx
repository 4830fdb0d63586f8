import type { ReactNode } from "react";

interface AlertProps {
  readonly tone?: "error" | "warning" | "info";
  readonly children: ReactNode;
}

/** Says something in the place that it is about. What went wrong is read out at once. */
export function Alert({ tone = "error", children }: AlertProps) {
  return (
    <p className="alert" data-tone={tone} role={tone === "error" ? "alert" : undefined}>
      {children}
    </p>
  );
}
