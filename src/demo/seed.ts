import type { StaffPrincipal } from "../core/rpc/context.ts";
import { STAFF_ROLES, type StaffRole } from "../shared/accounts/staff-roles.ts";
import { days } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";
import { type Callers, createCallers, type SampleConfig } from "./callers.ts";
import { runEvents } from "./events.ts";
import { certificateEvents } from "./sample-certificates.ts";
import { directoryEvents } from "./sample-directory.ts";
import { factEvents } from "./sample-facts.ts";
import { giftEvents, pledgeEvents } from "./sample-gifts.ts";
import { mergeEvents } from "./sample-merges.ts";
import { ownershipEvents } from "./sample-ownership.ts";
import { PARTNERS, partnerEvents, type Registered } from "./sample-partners.ts";
import { reportEvents } from "./sample-reports.ts";
import { claimEvents, requestEvents } from "./sample-reviews.ts";
import { inquiryEvents, joinWaitlist } from "./sample-visitors.ts";

const STAFF_SINCE_DAYS = 90;
const PASSWORD_CHARACTERS = 16;

/** An account of the sample data to sign in with. */
export interface SampleAccount {
  readonly role: StaffRole | "partner";
  /** A username; a partner's e-mail address. */
  readonly login: string;
  readonly password: string;
}

/**
 * Fills an empty database with three months of invented people, places and gifts up to `now`, through the procedures
 * of the product. Returns one account of each role.
 */
export async function seedDemo(config: SampleConfig, now: Date): Promise<readonly SampleAccount[]> {
  const callers = createCallers(config);
  const accounts = STAFF_ROLES.map((role) => accountOf(role, role.replace("_", "-")));
  const partner = accountOf("partner", PARTNERS.grill.email);
  const staff = await callers.at(new Date(now.getTime() - days(STAFF_SINCE_DAYS)), () =>
    Promise.all(accounts.map((account) => createStaff(callers, account, now))),
  );
  const [admin, , manager] = staff;
  if (!admin || !manager) throw new Error("a staff role has no account");
  const team = { admin, manager };
  const registered: Registered = new Map();
  const events = [
    ...directoryEvents(callers, team),
    ...partnerEvents(callers, team, registered, partner.password),
    ...claimEvents(callers, team, registered),
    ...requestEvents(callers, team, registered),
    ...reportEvents(callers, team, registered),
    ...ownershipEvents(callers, registered),
    ...certificateEvents(callers, team, registered),
    ...mergeEvents(callers, team),
    ...factEvents(callers, team, registered),
    ...inquiryEvents(callers, team),
    ...giftEvents(callers),
    ...pledgeEvents(callers, team),
  ];
  await joinWaitlist(callers, now);
  await runEvents(callers, events, now);
  await callers.operator.admin.cities.count();
  return [...accounts, partner];
}

function accountOf<Role extends SampleAccount["role"]>(role: Role, login: string) {
  return { role, login, password: randomId().slice(0, PASSWORD_CHARACTERS) };
}

async function createStaff(
  { operator }: Callers,
  { role, login, password }: ReturnType<typeof accountOf<StaffRole>>,
  now: Date,
): Promise<StaffPrincipal> {
  const account = { username: login, email: `${login}@example.org`, role, password };
  const { id } = await operator.admin.users.create(account);
  const authentication = { sessionId: null, authenticatedAt: now, usedPasskey: false };
  return { kind: "staff", id, name: login, role, mfaEnabled: true, ...authentication };
}
