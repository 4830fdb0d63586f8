import type { TestApp } from "../app.ts";
import type { ModelLinkKind } from "./records.ts";

/** The mails that hold a link, and what it does. */
export const LINK_MAILS: ReadonlyMap<string, ModelLinkKind> = new Map([
  ["partner-welcome", "confirm"],
  ["partner-confirm", "confirm"],
  ["partner-reset", "reset"],
  ["partner-new-address", "change"],
  ["partner-address-changed", "undo"],
  ["partner-address-restored", "reset"],
  ["staff-invitation", "invite"],
]);

export interface StoredMail {
  readonly id: string;
  readonly to: string;
  readonly kind: string;
  readonly text: string;
  readonly secrets: string | null;
}

/** Times are texts, as JSON has no others. */
export interface Stored {
  readonly accounts: readonly { readonly id: string; readonly email: string; readonly confirmed: boolean }[];
  readonly passkeys: readonly { readonly userId: string }[];
  readonly staff: readonly { readonly id: string; readonly email: string; readonly invited: boolean }[];
  readonly signups: readonly { readonly email: string; readonly left: boolean }[];
  readonly sessions: readonly {
    readonly userId: string;
    readonly createdAt: string;
    readonly lastSeenAt: string;
  }[];
  readonly links: readonly {
    readonly ownerId: string;
    readonly kind: string;
    readonly usedAt: string | null;
    readonly expiresAt: string;
  }[];
  readonly mails: readonly StoredMail[];
}

/** The model has no notices, so it has none of their lock links either. */
const SELECT_STORED = `select jsonb_build_object(
  'accounts', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'email', email, 'confirmed', email_confirmed))
    from current_partners where email_key = any($1)), '[]'),
  'passkeys', coalesce((select jsonb_agg(jsonb_build_object('userId', user_id)) from partner_passkeys
    where user_id = any($2) and user_id in (select id from current_partners)), '[]'),
  'staff', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'email', email, 'invited', invited_at is not null))
    from staff_users where email = any($1)), '[]'),
  'signups', coalesce((select jsonb_agg(jsonb_build_object('email', email, 'left', left_at is not null))
    from current_signups where email_key = any($1)), '[]'),
  'sessions', coalesce((select jsonb_agg(jsonb_build_object('userId', user_id, 'createdAt', created_at,
    'lastSeenAt', last_seen_at)) from partner_sessions where user_id = any($2)), '[]'),
  'links', coalesce((select jsonb_agg(jsonb_build_object('ownerId', owner_id, 'kind', kind, 'usedAt', used_at,
    'expiresAt', expires_at)) from one_time_links where (owner_id = any($2)
    or owner_id in (select id from staff_users where email = any($1))) and kind <> 'partner-lock'), '[]'),
  'mails', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'to', "to", 'kind', kind, 'text', text,
    'secrets', secrets)) from mails where to_key = any($1)), '[]')) as stored`;

/** Everything stored about the addresses and accounts of a history, in one statement. */
export async function loadStored(
  app: TestApp,
  addresses: readonly string[],
  ids: readonly string[],
): Promise<Stored> {
  const [row] = await app.db.query<{ stored: Stored }>(SELECT_STORED, [[...addresses], [...ids]]);
  if (!row) throw new Error("an aggregate has one row");
  return row.stored;
}

/** Accounts with address, confirmation, open sessions and usable links, as text. `ids` are in order of registration. */
export function storedText(
  app: TestApp,
  { accounts, passkeys, staff, signups, sessions, links }: Stored,
  addresses: readonly string[],
  ids: readonly string[],
): string {
  const now = app.clock.now.getTime();
  const usable = links.filter(({ usedAt, expiresAt }) => usedAt === null && Date.parse(expiresAt) > now);
  const lines = accounts.map(({ id, email, confirmed }) => {
    const own = usable.filter(({ ownerId }) => ownerId === id).map(({ kind }) => kindOf(kind));
    const open = sessions.filter((each) => each.userId === id && isOpen(app, each)).length;
    const keys = passkeys.filter(({ userId }) => userId === id).length;
    return accountLine(ids.indexOf(id), addresses.indexOf(email), confirmed, open, keys, own);
  });
  const invited = staff.map((each) =>
    staffLine(
      addresses.indexOf(each.email),
      each.invited,
      usable.filter(({ ownerId }) => ownerId === each.id).length,
    ),
  );
  const listed = signups.map(({ email, left }) => signupLine(addresses.indexOf(email), left));
  const orphans = usable.filter(({ ownerId }) => ![...accounts, ...staff].some(({ id }) => id === ownerId));
  return stateText([...lines, ...invited, ...listed], orphans.length);
}

/** Everything stored about a history, or what the model has. */
export const stateText = (lines: readonly string[], orphans: number) =>
  `${lines.toSorted().join("; ")}; ${orphans} links without an account`;

export const staffLine = (address: number, invited: boolean, links: number) =>
  `${invited ? "invited" : "active"} staff at ${address}, ${links} invitations`;

export const signupLine = (address: number, left: boolean) => `signup at ${address}${left ? ", left" : ""}`;

/** An expired session is deleted when it is used, or by the sweep. */
function isOpen(app: TestApp, { createdAt, lastSeenAt }: Stored["sessions"][number]): boolean {
  const { absolute, idle } = app.deps.sessions.partner.lifetime;
  const end = Math.min(Date.parse(createdAt) + absolute, Date.parse(lastSeenAt) + idle);
  return end > app.clock.now.getTime();
}

export const accountLine = (
  account: number,
  address: number,
  confirmed: boolean,
  sessions: number,
  passkeys: number,
  links: readonly string[],
) =>
  `account ${account} at ${address}, ${confirmed ? "" : "un"}confirmed, ${sessions} sessions, ${passkeys} passkeys, links ${[...links].sort().join("+")}`;

const kindOf = (kind: string): string => /^partner-(confirm|reset|change|undo)/.exec(kind)?.[1] ?? kind;
