import { minutes } from "../../shared/duration.ts";
import { MailLimit } from "./mail-limit.ts";
import {
  isOpen,
  isUsable,
  LIFETIME,
  type ModelAccount,
  type ModelLink,
  type ModelSession,
  type ModelStaff,
  type Outcome,
  type PartnerLinkKind,
} from "./records.ts";
import type { Step } from "./steps.ts";

/** The rules of accounts, links, sessions and the waitlist, without a database. Times are in milliseconds. */
export class AccountsModel {
  readonly accounts: ModelAccount[] = [];
  readonly links: ModelLink[] = [];
  readonly sessions: ModelSession[] = [];
  readonly staff: ModelStaff[] = [];
  /** Of the waitlist, by address; true once the person has left. */
  readonly signups = new Map<number, { left: boolean }>();
  readonly #mailed = new MailLimit();

  constructor(public now: number) {}

  /** `link` and `session` are those that the step names; undefined if the history has none. */
  apply(step: Step, link: ModelLink | undefined, session: ModelSession | undefined): Outcome {
    switch (step.act) {
      case "register":
        return this.#register(step.address, step.password);
      case "login":
        return this.#login(step.address, step.password);
      case "confirm":
        return this.#confirm(link);
      case "forget":
        return this.#forget(step.address);
      case "reset":
        return this.#reset(link, step.password);
      case "undo":
        return this.#undo(link);
      case "invite":
        return this.#invite(step.address);
      case "accept":
        return this.#accept(link, step.password);
      case "join":
        this.signups.set(step.address, { left: false });
        return { status: 201 };
      case "leave":
        if (this.signups.has(step.address)) this.signups.set(step.address, { left: true });
        return { status: 200 };
      case "wait":
        this.now += minutes(step.minutes);
        return { status: 0 };
      default:
        if (!session || !isOpen(session, this.now)) return { status: 401 };
        if (this.now - session.seenAt > minutes(1)) session.seenAt = this.now;
        return this.#signedIn(step, session.owner);
    }
  }

  #signedIn(step: Extract<Step, { session: number }>, owner: ModelAccount): Outcome {
    if (step.act === "addPasskey") {
      owner.passkeys.push(this.now);
      return { status: 0 };
    }
    if (step.act === "resend")
      return this.#answered(
        200,
        owner.provenAt !== null ? null : this.#issue("confirm", owner, owner.address),
      );
    if (step.password !== owner.password) return { status: 401 };
    if (step.act === "delete") return this.#delete(owner);
    if (step.address === owner.address) return { status: 400 };
    if (this.#at(step.address)) return { status: 409 };
    const link = this.#issue("change", owner, step.address);
    return link ? { status: 200, link } : { status: 429 };
  }

  #register(address: number, password: number): Outcome {
    if (this.#at(address)) return { status: 409 };
    const account: ModelAccount = { address, password, provenAt: null, passkeys: [], deleted: false };
    this.accounts.push(account);
    return { ...this.#answered(201, this.#issue("confirm", account, address)), account };
  }

  #login(address: number, password: number): Outcome {
    const owner = this.#at(address);
    if (owner?.password !== password) return { status: 401 };
    const session = { owner, openedAt: this.now, seenAt: this.now, ended: false };
    this.sessions.push(session);
    return { status: 200, session };
  }

  #confirm(link: ModelLink | undefined): Outcome {
    if ((link?.kind !== "confirm" && link?.kind !== "change") || !isUsable(link, this.now))
      return { status: 400 };
    const { owner, kind, address } = link;
    if (kind === "confirm") {
      link.ended = true;
      owner.provenAt ??= this.now;
      return { status: 200 };
    }
    if (this.#at(address)) return { status: 409 };
    const { address: before, provenAt } = owner;
    this.#setAddress(owner, address, this.now);
    return this.#answered(200, this.#issue("undo", owner, before, false, provenAt));
  }

  #forget(address: number): Outcome {
    return this.#answered(200, this.#issue("reset", this.#at(address) ?? null, address));
  }

  #reset(link: ModelLink | undefined, password: number): Outcome {
    if (link?.kind !== "reset" || !isUsable(link, this.now)) return { status: 400 };
    const { owner, address } = link;
    link.ended = true;
    owner.password = password;
    if (address === owner.address) {
      endUnproven(owner, owner.provenAt);
      owner.provenAt ??= this.now;
    }
    this.#endSessions(owner);
    this.#endLinks((each) => each.owner === owner && each.kind === "change");
    return { status: 200 };
  }

  #undo(link: ModelLink | undefined): Outcome {
    if (link?.kind !== "undo" || !isUsable(link, this.now)) return { status: 400 };
    const { owner, address, issuedAt } = link;
    const holder = this.#at(address);
    if (holder && holder !== owner) return { status: 409 };
    const { provenAt = null } = link;
    this.#setAddress(owner, address, provenAt ?? this.now);
    owner.passkeys = owner.passkeys.filter((addedAt) => addedAt < issuedAt);
    endUnproven(owner, provenAt);
    this.#endLinks((each) => each.owner === owner && each.kind === "undo" && each.issuedAt >= issuedAt);
    this.#endSessions(owner);
    return this.#answered(200, this.#issue("reset", owner, address, true));
  }

  /** An address is mailed one invitation in ten minutes; the link of an earlier mail works until the next. */
  #invite(address: number): Outcome {
    const known = this.staff.find((each) => each.address === address);
    if (known && known.password !== null) return { status: 409 };
    const owner: ModelStaff = known ?? { address, password: null, deleted: false };
    if (!known) this.staff.push(owner);
    const isUnmailed = this.#mailed.take(this.now, "invite", address) === undefined;
    if (!isUnmailed) this.#endLinks((each) => each.owner === owner);
    const expiresAt = this.now + LIFETIME.invite;
    const link = { kind: "invite", owner, address, issuedAt: this.now, expiresAt, ended: false } as const;
    this.links.push(link);
    return { status: 201, link, isUnmailed };
  }

  #accept(link: ModelLink | undefined, password: number): Outcome {
    if (link?.kind !== "invite" || !isUsable(link, this.now)) return { status: 400 };
    const { owner } = link;
    owner.password = password;
    this.#endLinks((each) => each.owner === owner);
    return { status: 200 };
  }

  #delete(owner: ModelAccount): Outcome {
    owner.deleted = true;
    this.#endLinks((each) => each.owner === owner);
    this.#endSessions(owner);
    return { status: 200 };
  }

  #at(address: number): ModelAccount | undefined {
    return this.accounts.find((each) => !each.deleted && each.address === address);
  }

  #setAddress(owner: ModelAccount, address: number, provenAt: number): void {
    owner.address = address;
    owner.provenAt = provenAt;
    this.#endLinks((each) => each.owner === owner && each.kind !== "undo");
  }

  /** An address is mailed one link of a kind in ten minutes and five a day, but every change can be undone. */
  #issue(
    kind: PartnerLinkKind,
    owner: ModelAccount | null,
    address: number,
    unlimited = false,
    provenAt: number | null = null,
  ): ModelLink | null {
    const slot = kind === "undo" ? null : this.#mailed.take(this.now, kind, address, unlimited);
    if (slot === undefined) return null;
    const { now } = this;
    if (slot?.link) slot.link.ended = true;
    if (owner && kind !== "undo") this.#endLinks((each) => each.owner === owner && each.kind === kind);
    const expiresAt = now + LIFETIME[kind];
    const link = owner && { kind, owner, address, provenAt, issuedAt: now, expiresAt, ended: false };
    if (slot) slot.link = link;
    if (link) this.links.push(link);
    return link;
  }

  #answered(status: number, link: ModelLink | null): Outcome {
    return link ? { status, link } : { status };
  }

  #endLinks(which: (link: ModelLink) => boolean): void {
    for (const link of this.links) if (which(link)) link.ended = true;
  }

  #endSessions(owner: ModelAccount): void {
    for (const session of this.sessions) if (session.owner === owner) session.ended = true;
  }
}

/** A passkey from before the address was proven may be another person's: it opens nothing after a reset or an undo. */
function endUnproven(owner: ModelAccount, provenAt: number | null): void {
  owner.passkeys = owner.passkeys.filter((addedAt) => provenAt !== null && addedAt >= provenAt);
}
