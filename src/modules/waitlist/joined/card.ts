import { cookieName, readCookie, setCookie } from "../../../core/auth/cookies.ts";
import type { ActionContext } from "../../../core/rpc/context.ts";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { emailKey } from "../../../shared/fields.ts";
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
  /** Whether the link greets friends by `firstName`. */
  readonly greets: boolean;
  /** 1 if the honeypot was filled. A number, as the length of the cookie would tell `true` from `false`. */
  readonly quarantined: 0 | 1;
  readonly source: SignupSource | null;
  /** Null until it is chosen. */
  readonly city: string | null;
  /** Milliseconds since 1970. */
  readonly joinedAt: number;
}

/** What a browser remembers of leaving, so that it can be undone there. */
export interface LeftCard {
  /** The `emailKey` of the address that left. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly leftAt: number;
  /** When this browser left, which may be later. */
  readonly pressedAt: number;
  /** What the person's own link greeted by. */
  readonly greeting: string | null;
  /** What the browser remembered of joining with this address. */
  readonly card: JoinedCard | null;
  /** Set if the person left with the card, which proves no address: then the undo reaches its own signup alone. */
  readonly byCard?: boolean;
}

type Remembered = { readonly joined: JoinedCard; readonly left: LeftCard };
type Kind = keyof Remembered;

const PURPOSE = { joined: "joined-card", left: "left-card" } as const satisfies Record<Kind, string>;
const COLUMN = "cookie";
const KEY_ID = "k1.";
const LIFETIME = days(7);
/** How long leaving can be undone in the browser where it was done (docs/limits.md). */
const UNDOABLE_FOR = hours(1);
/** So that the cookie stays below what browsers keep: long names in rare scripts leave no room for the source. */
const CONTENT_MAX = 2_800; // bytes

/** How long a wrong address can be corrected (docs/limits.md). */
export const CORRECTABLE_FOR = minutes(10);

type Ctx = Pick<ActionContext, "deps" | "call">;

/** Keeps the card in the browser's cookie until a week after joining. */
export function keepCard(ctx: Ctx, card: JoinedCard): void {
  const json = JSON.stringify(card);
  const content = Buffer.byteLength(json) > CONTENT_MAX ? JSON.stringify({ ...card, source: null }) : json;
  keep(ctx, "joined", content, card.joinedAt + LIFETIME);
}

export const dropCard = ({ deps, call }: Ctx): void =>
  setOnly(call, setCookie(deps.settings, "joined", "", 0));

/** After leaving: the browser shows no card of this address any more, and can undo it for an hour. */
export function keepLeft(
  ctx: Ctx,
  key: string,
  { leftAt, ...leaving }: Pick<LeftCard, "greeting" | "byCard"> & { readonly leftAt: Date },
): void {
  const held = cardOf(ctx);
  const card = held && emailKey(held.email) === key ? { ...held, source: null } : null;
  // its end tells nothing of when the address left before
  const left: LeftCard = {
    key,
    leftAt: leftAt.getTime(),
    pressedAt: ctx.deps.now().getTime(),
    card,
    ...leaving,
  };
  keep(ctx, "left", JSON.stringify(left), left.pressedAt + UNDOABLE_FOR);
  if (card !== null) dropCard(ctx);
}

function keep({ deps, call }: Ctx, kind: Kind, content: string, end: number): void {
  const token = deps.encryption.encrypt(PURPOSE[kind], COLUMN, content).slice(KEY_ID.length);
  setOnly(call, setCookie(deps.settings, kind, token, end - deps.now().getTime()));
}

/** A batch may join more than once: the last one counts. */
function setOnly({ responseHeaders }: ActionContext["call"], cookie: string): void {
  const set = responseHeaders.getSetCookie();
  const name = `${cookie.split("=")[0]}=`;
  if (set.length > 0) responseHeaders.delete("Set-Cookie");
  for (const each of set) if (!each.startsWith(name)) responseHeaders.append("Set-Cookie", each);
  responseHeaders.append("Set-Cookie", cookie);
}

/** The card that this browser holds; null without one, and if it is forged or has expired. */
export function cardOf(ctx: Ctx): JoinedCard | null {
  const card = read(ctx, "joined");
  return card && card.joinedAt + LIFETIME > ctx.deps.now().getTime() ? card : null;
}

/** `cardOf`, but throws 400. */
export function requireCard(ctx: Ctx): JoinedCard {
  const card = cardOf(ctx);
  if (card === null)
    throw new DomainError("invalid", "This browser no longer remembers your signup. Please join again.");
  return card;
}

/** What this browser remembers of leaving within the last hour. Throws 400. */
export function requireLeft(ctx: Ctx): LeftCard {
  const left = read(ctx, "left");
  if (left === null || left.pressedAt + UNDOABLE_FOR <= ctx.deps.now().getTime()) throw notUndoable();
  return left;
}

export const notUndoable = () =>
  new DomainError("invalid", "This can no longer be undone here. You can join again.");

function read<K extends Kind>(ctx: Ctx, kind: K): Remembered[K] | null {
  const token = tokenOf(ctx, kind);
  const json =
    token === undefined ? null : ctx.deps.encryption.decrypt(PURPOSE[kind], COLUMN, KEY_ID + token);
  return json === null ? null : JSON.parse(json); // authenticated: written above
}

/** What this response sets, else what the browser sent: a page that answers a form shows the result of it. */
function tokenOf({ deps: { settings }, call }: Ctx, kind: Kind): string | undefined {
  const name = cookieName(settings, kind);
  const set = call.responseHeaders.getSetCookie().find((each) => each.startsWith(`${name}=`));
  if (set === undefined) return call.credentials[kind];
  return readCookie(set.split(";")[0] ?? null, name, "encrypted");
}
