import type { ReactNode } from "react";
import { EMAIL_WAITS } from "../../../copy/en/links.ts";
import { useBrand } from "../../lib/brand.ts";

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

/** Below what promises an email, while this site can send none. */
export function EmailWaits() {
  const { sendsEmail, contactEmail } = useBrand();
  return !sendsEmail && <p className="soft">{EMAIL_WAITS(contactEmail)}</p>;
}
