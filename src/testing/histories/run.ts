import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import { revealSecrets } from "../../modules/mail/secrets.ts";
import { passkeyStore } from "../../modules/partners/account/passkeys.ts";
import { days } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { basic, staff } from "../accounts.ts";
import type { TestApp, TestResponse } from "../app.ts";
import { AccountsModel } from "./model.ts";
import {
  isOpen,
  isUsable,
  type ModelAccount,
  type ModelLink,
  type ModelSession,
  type Outcome,
} from "./records.ts";
import { ADDRESSES, type Step } from "./steps.ts";
import {
  accountLine,
  LINK_MAILS,
  loadStored,
  type StoredMail,
  signupLine,
  staffLine,
  stateText,
  storedText,
} from "./stored.ts";

const PASSWORDS = ["the first passphrase", "the second passphrase"];
const FORGED = "x".repeat(43);

const INVITER = "inviter";

/** Creates the account that invites, once for all histories on a database. */
export const prepareHistories = (app: TestApp): Promise<string> => staff(app, "super_admin", INVITER);

/** Runs a history against the product and the model. Throws at the first step after which the two differ. */
export async function runHistory(app: TestApp, steps: readonly Step[]): Promise<void> {
  const history = new History(app);
  for (const [index, step] of steps.entries()) {
    const difference = await history.perform(step);
    if (difference !== null) throw new Error(`step ${index}, ${JSON.stringify(step)}: ${difference}`);
  }
  await history.checkPasswords();
}

class History {
  readonly #model: AccountsModel;
  readonly #addresses: readonly string[];
  /** A client of its own, so that histories do not share a login throttle. */
  readonly #from: string;
  readonly #ids = new Map<ModelAccount, string>();
  readonly #tokens = new Map<ModelLink, string>();
  readonly #cookies = new Map<ModelSession, string>();
  /** The mails that were looked at. */
  readonly #read = new Set<string>();

  constructor(readonly app: TestApp) {
    const name = randomId().toLowerCase();
    this.#model = new AccountsModel(app.clock.now.getTime());
    this.#addresses = Array.from({ length: ADDRESSES }, (_, index) => `${name}-${index}@history.example`);
    this.#from = `2001:db8:${name.slice(0, 4).replace(/[^0-9a-f]/g, "1")}::${Math.floor(Math.random() * 65_535).toString(16)}`;
  }

  /** Null if the product and the model agree about the answer and everything stored. */
  async perform(step: Step): Promise<string | null> {
    const link = "link" in step ? this.#model.links.at(-1 - step.link) : undefined;
    const session = "session" in step ? this.#model.sessions.at(-1 - step.session) : undefined;
    const answer = await this.#send(step, link, session);
    const expected = this.#model.apply(step, link, session);
    if (answer && answer.status !== expected.status)
      return `answered ${answer.status} (${answer.text}), the model ${expected.status}`;
    if (expected.account) this.#ids.set(expected.account, answer?.json.id);
    if (expected.session) this.#cookies.set(expected.session, cookieOf(answer));
    const ids = [...this.#ids.values()];
    const stored = await loadStored(this.app, this.#addresses, ids);
    const [has, should] = [storedText(this.app, stored, this.#addresses, ids), this.#modelled()];
    return (
      this.#readToken(stored.mails, expected, answer) ??
      (has === should ? null : `stored ${has}, the model has ${should}`)
    );
  }

  #send(
    step: Step,
    link: ModelLink | undefined,
    session: ModelSession | undefined,
  ): Promise<TestResponse | null> | null {
    const token = (link && this.#tokens.get(link)) ?? FORGED;
    const Cookie = (session && this.#cookies.get(session)) ?? "partner_session=none";
    const password = "password" in step ? PASSWORDS[step.password] : undefined;
    const email = "address" in step ? this.#addresses[step.address] : undefined;
    const names = { businessName: "Noor Grill", contactName: "Maryam" };
    const post = (line: string, body: unknown, headers = {}) =>
      this.app.send(line, { body, headers, from: this.#from });
    switch (step.act) {
      case "register":
        return post("POST /partner/api/register", { email, password, ...names });
      case "login":
        return post("POST /partner/api/login", { email, password });
      case "confirm":
        return post("POST /partner/api/email/confirm", { token });
      case "resend":
        return post("POST /partner/api/email/resend", {}, { Cookie });
      case "forget":
        return post("POST /partner/api/password/forgot", { email });
      case "reset":
        return post("POST /partner/api/password/reset", { token, newPassword: password });
      case "change":
        return post("POST /partner/api/email/change", { email, password }, { Cookie });
      case "undo":
        return post("POST /partner/api/email/undo", { token });
      case "invite": {
        const invitation = { username: email?.split("@")[0], email, role: "admin" };
        return post("POST /api/admin/users/invite", invitation, basic(INVITER));
      }
      case "accept":
        return post("POST /api/admin/invitations/accept", { token, password });
      case "join":
        return post("POST /api/waitlist", { firstName: "Maryam", email });
      case "leave":
        return post("POST /api/me/leave", {
          token: issuePersonToken(this.app.deps, "leave", email ?? "", days(400)),
        });
      case "addPasskey":
        if (session && isOpen(session, this.#model.now)) return this.#addPasskey(session.owner);
        return null;
      case "delete":
        return post("DELETE /partner/api/me", { password }, { Cookie });
      case "wait":
        this.app.clock.forward(step.minutes * 60_000);
        return null;
    }
  }

  /** Without the ceremony, whose recent authentication most sessions of a history do not have. */
  async #addPasskey(owner: ModelAccount): Promise<null> {
    const { db, clock } = this.app;
    const key = { credentialId: randomId(), publicKey: "", counter: 0, transports: [] };
    await db.transaction((tx) => passkeyStore.add(tx, this.#ids.get(owner) ?? "", "A phone", key, clock.now));
    return null;
  }

  /** Reads the token of a new link; there must be exactly as many mailed links as the model has issued. */
  #readToken(
    mailed: readonly StoredMail[],
    { link, isUnmailed = false }: Outcome,
    answer: TestResponse | null,
  ): string | null {
    const fresh = mailed.filter(({ id }) => !this.#read.has(id));
    const links = fresh.filter(({ kind, secrets }) => LINK_MAILS.has(kind) && secrets !== null);
    for (const { id } of fresh) this.#read.add(id);
    const expected = link && !isUnmailed ? 1 : 0;
    if (links.length !== expected) return `mailed ${links.length} links, the model ${expected}`;
    const [mail] = links;
    if (link && isUnmailed) this.#tokens.set(link, tokenIn(answer?.json.link));
    if (!link || !mail) return null;
    if (mail.to !== this.#addresses[link.address] || LINK_MAILS.get(mail.kind) !== link.kind)
      return `mailed ${mail.kind} to ${mail.to}, the model a link to ${link.kind}`;
    this.#tokens.set(link, tokenIn(revealSecrets(this.app.deps.encryption, mail)));
    return null;
  }

  #modelled(): string {
    const { accounts, links, sessions, now } = this.#model;
    const lines = accounts.flatMap((owner, index) => {
      if (owner.deleted) return [];
      const own = links.filter((each) => each.owner === owner && isUsable(each, now));
      const open = sessions.filter((each) => each.owner === owner && isOpen(each, now)).length;
      return accountLine(
        index,
        owner.address,
        owner.provenAt !== null,
        open,
        owner.passkeys.length,
        own.map(({ kind }) => kind),
      );
    });
    const invited = this.#model.staff.map((owner) => {
      const usable = links.filter((each) => each.owner === owner && isUsable(each, now));
      return staffLine(owner.address, owner.password === null, usable.length);
    });
    const signups = [...this.#model.signups].map(([address, { left }]) => signupLine(address, left));
    return stateText([...lines, ...invited, ...signups], 0);
  }

  /** Throws unless each account has the password of the model. */
  async checkPasswords(): Promise<void> {
    const signIn = async (line: string, name: object, password: number) => {
      const body = { ...name, password: PASSWORDS[password] };
      const { status } = await this.app.send(line, { body, from: this.#from });
      if (status !== 200) throw new Error(`an account has another password than in the model: ${status}`);
    };
    for (const { address, password } of this.#model.accounts.filter(({ deleted }) => !deleted))
      await signIn("POST /partner/api/login", { email: this.#addresses[address] }, password);
    for (const { address, password } of this.#model.staff) {
      const username = this.#addresses[address]?.split("@")[0];
      if (password !== null) await signIn("POST /api/admin/login", { username }, password);
    }
  }
}

const tokenIn = (text: string): string => /\/([\w-]{43})$/m.exec(text)?.[1] ?? "";

const cookieOf = (answer: TestResponse | null): string =>
  /partner_session=[\w-]+/.exec(answer?.headers.get("set-cookie") ?? "")?.[0] ?? "";
