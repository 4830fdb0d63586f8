import { days, minutes } from "../../shared/duration.ts";

export type ModelLinkKind = "confirm" | "reset" | "change" | "undo";

export interface ModelAccount {
  address: number;
  password: number;
  confirmed: boolean;
  deleted: boolean;
}

export interface ModelLink {
  readonly kind: ModelLinkKind;
  readonly owner: ModelAccount;
  /** The address that it was mailed to, which a change sets and an undo restores. */
  readonly address: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  ended: boolean;
}

export interface ModelSession {
  readonly owner: ModelAccount;
  readonly openedAt: number;
  seenAt: number;
  ended: boolean;
}

/** What a step must answer, and the account, session or link that it must have made. */
export interface Outcome {
  readonly status: number;
  readonly account?: ModelAccount;
  readonly session?: ModelSession;
  readonly link?: ModelLink;
}

export const LIFETIME: Readonly<Record<ModelLinkKind, number>> = {
  confirm: days(1),
  reset: minutes(30),
  change: days(1),
  undo: days(7),
};

export interface Slot {
  last: number;
  dayStart: number;
  issued: number;
  link: ModelLink | null;
}
