import { STAFF_ROLES, type StaffRole } from "./people/accounts.ts";

const ADMIN_ROLES: readonly StaffRole[] = ["admin", "super_admin"];
const PARTNER_MANAGER_ROLES: readonly StaffRole[] = ["partner_manager", "super_admin"];

/** What staff screens show, by the router that reads it, and who may read it. */
export const SUBJECTS = {
  "admin.audit": ADMIN_ROLES,
  "admin.broadcasts": ADMIN_ROLES,
  "admin.cities": ADMIN_ROLES,
  "admin.dashboard": ADMIN_ROLES,
  "admin.evidence": STAFF_ROLES,
  "admin.facts": STAFF_ROLES,
  "admin.intakes": STAFF_ROLES,
  "admin.issuers": STAFF_ROLES,
  "admin.mails": ADMIN_ROLES,
  "admin.notes": STAFF_ROLES,
  "admin.partnerships": ADMIN_ROLES,
  "admin.payments": ADMIN_ROLES,
  "admin.pois": STAFF_ROLES,
  "admin.prayer": STAFF_ROLES,
  "admin.quarantine": ADMIN_ROLES,
  sync: ADMIN_ROLES,
  "admin.trash": STAFF_ROLES,
  "admin.users": ADMIN_ROLES,
  "admin.views": STAFF_ROLES,
  "admin.waitlist": ADMIN_ROLES,
  "partnerManager.partners": PARTNER_MANAGER_ROLES,
  "admin.reviews": STAFF_ROLES,
} as const satisfies Record<string, readonly StaffRole[]>;

export type Subject = keyof typeof SUBJECTS;

const ALL = Object.keys(SUBJECTS) as Subject[]; // the keys of a constant
const SIGNUPS: readonly Subject[] = ["admin.waitlist", "admin.cities", "admin.dashboard", "admin.quarantine"];
const INQUIRIES: readonly Subject[] = ["admin.partnerships", "admin.dashboard", "admin.quarantine"];
const PLACES: readonly Subject[] = [
  "admin.pois",
  "admin.intakes",
  "admin.evidence",
  "admin.facts",
  "admin.prayer",
  "admin.reviews",
  "sync",
];
const STAFF_ACCOUNTS: readonly Subject[] = ["admin.users"];

/** What an action changes besides the subject that its path begins with; the longest prefix counts. */
const EFFECTS: Readonly<Record<string, readonly Subject[]>> = {
  "public.waitlist": SIGNUPS,
  "public.joined": SIGNUPS,
  "public.me": [...SIGNUPS, ...INQUIRIES, "admin.trash"],
  "public.beta": [...SIGNUPS, "admin.broadcasts"],
  "public.partnerships": INQUIRIES,
  "public.support": ["admin.payments"],
  "public.sandbox": ["admin.payments"],
  "public.mail": ["admin.mails", "admin.dashboard", "admin.broadcasts"],
  "public.reports": ["admin.reviews", "admin.quarantine", "admin.dashboard"],
  "public.suggestions": ["admin.reviews", "admin.quarantine", "admin.dashboard"],
  "public.issuers": PLACES,
  "public.places": ["admin.reviews", "admin.dashboard"],
  "operator.maintenance": ALL,
  "operator.mail": ["admin.mails", "admin.dashboard"],
  partner: [...PLACES, "partnerManager.partners"],
  "partner.account": [...PLACES, "partnerManager.partners", "admin.trash"],
  "partner.session": ["partnerManager.partners"],
  "admin.reviews": [...PLACES, "partnerManager.partners"],
  "partnerManager.partners": [...PLACES, "admin.trash"],
  "partnerManager.session": STAFF_ACCOUNTS,
  "admin.session": STAFF_ACCOUNTS,
  "admin.mfa": STAFF_ACCOUNTS,
  "admin.passkeys": STAFF_ACCOUNTS,
  "admin.recovery": STAFF_ACCOUNTS,
  "admin.people": ALL,
  "admin.waitlist": [...SIGNUPS, "admin.trash"],
  "admin.waitlist.forget": ALL,
  "admin.partnerships": [...INQUIRIES, "admin.trash"],
  "admin.quarantine": [...SIGNUPS, ...INQUIRIES, "admin.reviews", "admin.trash"],
  "admin.mails": ["admin.dashboard"],
  "admin.broadcasts": ["admin.mails", "admin.trash"],
  "admin.cities": ["admin.waitlist"],
  "admin.pois": PLACES,
  "admin.facts": PLACES,
  "admin.intakes": [...PLACES, "admin.dashboard"],
  "admin.prayer": PLACES,
  "admin.stillOpen": PLACES,
  "admin.suppliers": PLACES,
  "admin.evidence": PLACES,
  "admin.issuers": PLACES,
  sync: ["admin.pois"],
  "admin.trash": ALL,
};

const begins = (path: string, start: string): boolean => path === start || path.startsWith(`${start}.`);

const longest = <Key extends string>(path: string, keys: readonly Key[]): Key | undefined =>
  keys
    .filter((key) => begins(path, key))
    .reduce<Key | undefined>((a, b) => (a && a.length > b.length ? a : b), undefined);

/** Whether a role, or an operator (null), may read a subject. */
export const isReadBy = (subject: Subject, role: StaffRole | null): boolean =>
  role === null || SUBJECTS[subject].some((each) => each === role);

/** All that a role, or an operator (null), may read. */
export const subjectsFor = (role: StaffRole | null): readonly Subject[] =>
  ALL.filter((subject) => isReadBy(subject, role));

/**
 * What an action of the audit log changes on the screens of a role, or of an operator (null). The audit log always changes;
 * the trash does not for those who may not read the records that went there.
 */
export function subjectsOf(action: string, role: StaffRole | null): readonly Subject[] {
  const own = longest(action, ALL);
  const effect = longest(action, Object.keys(EFFECTS));
  const effects = effect ? (EFFECTS[effect] ?? []) : [];
  const shown = own && !isReadBy(own, role) ? effects.filter((each) => each !== "admin.trash") : effects;
  const all = new Set<Subject>(["admin.audit", ...(own ? [own] : []), ...shown]);
  return subjectsFor(role).filter((subject) => all.has(subject));
}

/** Whether a procedure reads one of these subjects. */
export const readsAny = (path: string, subjects: readonly string[]): boolean =>
  subjects.some((subject) => begins(path, subject));
