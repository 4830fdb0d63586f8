import type { ReactNode } from "react";
import { NO_EMAIL } from "../../../copy/en/links.ts";
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

interface NoEmailNoteProps {
  /** What promises an email, shown while this site can send one. */
  readonly insteadOf?: ReactNode;
}

/** Says that this site can send no email, while that is so. */
export function NoEmailNote({ insteadOf }: NoEmailNoteProps) {
  const { sendsEmail, contactEmail } = useBrand();
  return sendsEmail ? insteadOf : <p className="soft">{NO_EMAIL(contactEmail)}</p>;
}
