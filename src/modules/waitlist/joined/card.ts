import { cookieName, readCookie, setCookie } from "../../../core/auth/cookies.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { SignupSource } from "../schema.ts";

/**
 * What a browser that joined remembers: only what was entered there. `id` is the id that the signup has if the address
 * was new; of an address that was known, it names no row (docs/decisions/019-what-a-browser-remembers.md).
 */
export interface JoinedCard {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly isBetaTester: boolean;
  readonly source: SignupSource | null;
  /** Null until it is chosen. */
  readonly city: string | null;
  /** Milliseconds since 1970. */
  readonly joinedAt: number;
}

const PURPOSE = "joined-card";
const COLUMN = "cookie";
const KEY_ID = "k1.";
const LIFETIME = days(7);
/** So that the cookie stays below what browsers keep: long names in rare scripts leave no room for the source. */
const CONTENT_MAX = 2_800; // bytes

/** How long a wrong address can be corrected (docs/limits.md). */
export const CORRECTABLE_FOR = minutes(10);

type Ctx = Pick<ActionContext, "deps" | "call">;

/** Keeps the card in the browser's cookie until a week after joining. */
export function keepCard({ deps, call }: Ctx, card: JoinedCard): void {
  const json = JSON.stringify(card);
  const content = Buffer.byteLength(json) > CONTENT_MAX ? JSON.stringify({ ...card, source: null }) : json;
  const token = deps.encryption.encrypt(PURPOSE, COLUMN, content).slice(KEY_ID.length);
  const left = card.joinedAt + LIFETIME - deps.now().getTime();
  setOnly(call, setCookie(deps.settings, "joined", token, left));
}

export const dropCard = ({ deps, call }: Ctx): void =>
  setOnly(call, setCookie(deps.settings, "joined", "", 0));

/** A batch may join more than once: the last one counts. */
function setOnly({ responseHeaders }: ActionContext["call"], cookie: string): void {
  const set = responseHeaders.getSetCookie();
  const name = `${cookie.split("=")[0]}=`;
  if (set.length > 0) responseHeaders.delete("Set-Cookie");
  for (const each of set) if (!each.startsWith(name)) responseHeaders.append("Set-Cookie", each);
  responseHeaders.append("Set-Cookie", cookie);
}

/** The card that this browser holds; null without one, and if it is forged or has expired. */
export const cardOf = ({ deps, call }: Ctx): JoinedCard | null => readCard(deps, tokenOf({ deps, call }));

/** What this response sets, else what the browser sent: a page that answers a form shows the result of it. */
function tokenOf({ deps: { settings }, call }: Ctx): string | undefined {
  const name = cookieName(settings, "joined");
  const set = call.responseHeaders.getSetCookie().find((each) => each.startsWith(`${name}=`));
  if (set === undefined) return call.credentials.joined;
  return readCookie(set.split(";")[0] ?? null, name, "joined");
}

/** `cardOf`, but throws 400. */
export function requireCard(ctx: Ctx): JoinedCard {
  const card = cardOf(ctx);
  if (card === null)
    throw new DomainError("invalid", "This browser no longer remembers your signup. Please join again.");
  return card;
}

function readCard({ encryption, now }: Deps, token: string | undefined): JoinedCard | null {
  const json = token === undefined ? null : encryption.decrypt(PURPOSE, COLUMN, KEY_ID + token);
  if (json === null) return null;
  const card: JoinedCard = JSON.parse(json); // authenticated: written above
  return card.joinedAt + LIFETIME > now().getTime() ? card : null;
}
