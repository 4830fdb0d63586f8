import { days, minutes } from "../../shared/duration.ts";

export type PartnerLinkKind = "confirm" | "reset" | "change" | "undo";
export type ModelLinkKind = PartnerLinkKind | "invite";

export interface ModelAccount {
  address: number;
  password: number;
  /** When the owner first showed that mails to the address arrive; null before. */
  provenAt: number | null;
  /** When each of its passkeys was added. */
  passkeys: number[];
  deleted: boolean;
}

/** A staff account that was invited. */
export interface ModelStaff {
  readonly address: number;
  /** Null until the invitation is accepted. */
  password: number | null;
  readonly deleted: false;
}

interface LinkOf<Kind extends ModelLinkKind, Owner> {
  readonly kind: Kind;
  readonly owner: Owner;
  /** The address that it was mailed to, which a change sets and an undo restores. */
  readonly address: number;
  /** Of the address that an undo restores. */
  readonly provenAt?: number | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  ended: boolean;
}

export type ModelLink = LinkOf<PartnerLinkKind, ModelAccount> | LinkOf<"invite", ModelStaff>;

export interface ModelSession {
  readonly owner: ModelAccount;
  readonly openedAt: number;
  seenAt: number;
  ended: boolean;
}

export const isUsable = ({ ended, expiresAt, owner }: ModelLink, now: number): boolean =>
  !ended && expiresAt > now && !owner.deleted;

export const isOpen = ({ ended, openedAt, seenAt }: ModelSession, now: number): boolean =>
  !ended && Math.min(openedAt + days(30), seenAt + days(7)) > now;

/** What a step must answer, and the account, session or link that it must have made. */
export interface Outcome {
  readonly status: number;
  readonly account?: ModelAccount;
  readonly session?: ModelSession;
  readonly link?: ModelLink;
  /** True if the answer holds the link, and a mail does not. */
  readonly isUnmailed?: boolean;
}

export const LIFETIME: Readonly<Record<ModelLinkKind, number>> = {
  confirm: days(1),
  reset: minutes(30),
  change: days(1),
  undo: days(7),
  invite: days(7),
};

export interface Slot {
  last: number;
  dayStart: number;
  issued: number;
  link: ModelLink | null;
}
