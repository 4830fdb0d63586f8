import { days, minutes } from "../../../shared/duration.ts";
import type { LinkKind } from "./table.ts";

interface LinkRule {
  /** In milliseconds. */
  readonly lifetime: number;
  /** One link of an account is valid at a time, and an address is mailed at most one in ten minutes and five a day. */
  readonly single: boolean;
}

/** Contract section 11. */
export const RULES: Readonly<Record<LinkKind, LinkRule>> = {
  "partner-confirm-email": { lifetime: days(1), single: true },
  "partner-reset-password": { lifetime: minutes(30), single: true },
  "partner-invitation": { lifetime: days(7), single: true },
  "partner-change-email": { lifetime: days(1), single: true },
  "partner-undo-email": { lifetime: days(7), single: false }, // each of several old addresses can undo
  "partner-lock": { lifetime: days(7), single: false },
  "staff-invitation": { lifetime: days(7), single: false },
  "staff-reset-password": { lifetime: minutes(30), single: true },
  "staff-lockdown": { lifetime: days(1), single: false }, // handed over, not mailed
  "staff-lock": { lifetime: days(7), single: false },
  "staff-invitation-mail": { lifetime: days(1), single: true }, // only its limits, as for the next one
  "issuer-answer": { lifetime: days(60), single: false },
  "person-link": { lifetime: days(1), single: true }, // only its limits: the link itself has no row
};
