import type { PersonRole, StaffRole } from "../shared/people/accounts.ts";

/** A person of a business, by role. */
export const PARTNER_CALLERS = {
  partner: "owner",
  partner_person_manager: "manager",
  partner_person_editor: "editor",
} as const satisfies Readonly<Record<string, PersonRole>>;
export type PartnerCaller = keyof typeof PARTNER_CALLERS;
export const isPartnerCaller = (caller: Caller): caller is PartnerCaller =>
  Object.hasOwn(PARTNER_CALLERS, caller);

/** A kind of caller: a remote one, the operator of the machine, or the schedule of the server. */
export type Caller = "visitor" | PartnerCaller | StaffRole | "operator" | "schedule";

export const REMOTE_CALLERS = [
  ...["visitor", "partner", "partner_person_manager", "partner_person_editor"],
  ...["partner_manager", "admin", "super_admin"],
] as readonly Exclude<Caller, "operator" | "schedule">[];

type ExpectedAccess = "in" | 401 | 403;

interface Row {
  /** Procedures, or prefixes of their paths; the first row that matches counts. */
  readonly paths: readonly string[];
  readonly expected: (caller: Caller) => ExpectedAccess;
}

const isTrusted = (caller: Caller): boolean => caller === "operator" || caller === "schedule";

/** Lets these callers in. Of the others, those with an identity that the guard reads get 403, the rest 401. */
const only =
  (allowed: readonly Caller[], known: readonly Caller[] = []) =>
  (caller: Caller): ExpectedAccess => {
    if (allowed.includes(caller)) return "in";
    return known.includes(caller) || isTrusted(caller) ? 403 : 401;
  };

const STAFF: readonly Caller[] = ["partner_manager", "admin", "super_admin"];

const everyone = (): ExpectedAccess => "in";
/** The operator may do what staff may. */
const staff = (...roles: readonly StaffRole[]) => only([...roles, "operator"], STAFF);
/** A staff member's own account; the operator has none. */
const ownAccount = only(STAFF);
const PEOPLE: readonly Caller[] = ["partner", "partner_person_manager", "partner_person_editor"];
const partner = only(PEOPLE);
/** Those who speak for a business. */
const partnerManagers = only(["partner", "partner_person_manager"], PEOPLE);
const partnerOwners = only(["partner"], PEOPLE);
const operator = only(["operator"]);
const schedule = only(["schedule", "operator"]);

/** Who may call what: written independently of the guards, to check them. */
export const MATRIX: readonly Row[] = [
  { paths: ["public", "admin.session.login", "admin.session.logout", "admin.recovery"], expected: everyone },
  {
    paths: [
      "partner.session.register",
      "partner.session.login",
      "partner.session.logout",
      "partner.email.confirm",
      "partner.suppliers.confirm",
      "partner.email.undo",
      "partner.password",
      "partnerManager.session",
      "partner.passkeys.startSignIn",
      "partner.passkeys.signIn",
      "partner.people.invitation",
      "partner.people.accept",
      "admin.passkeys.startSignIn",
      "admin.passkeys.signIn",
      "admin.devices.start",
      "admin.devices.token",
      "admin.tokens.revokeHeld",
    ],
    expected: everyone,
  },
  {
    paths: [
      ...["partner.account.delete", "partner.profile.update", "partner.ownership.release"],
      ...["partner.people.changeRole", "partner.people.remove"],
    ],
    expected: partnerOwners,
  },
  {
    paths: [
      ...[
        "partner.people.invite",
        "partner.people.withdraw",
        "partner.claims.submit",
        "partner.claims.change",
        "partner.proofs",
      ],
      ...["partner.requests.submit", "partner.ownership.propose", "partner.ownership.ask"],
      "partner.ownership.answer",
    ],
    expected: partnerManagers,
  },
  { paths: ["partner"], expected: partner },
  { paths: ["partnerManager.partners"], expected: staff("partner_manager", "super_admin") },
  { paths: ["admin.reviews.viewers"], expected: ownAccount },
  { paths: ["admin.reviews"], expected: staff("partner_manager", "admin", "super_admin") },
  {
    paths: [
      "admin.pois.list",
      "admin.pois.tiers",
      "admin.pois.get",
      "admin.pois.merges",
      "admin.pois.neighbors",
      "admin.facts.get",
      "admin.prayer.get",
      "admin.suppliers.list",
      "admin.intakes.report",
    ],
    expected: staff("partner_manager", "admin", "super_admin"),
  },
  {
    paths: [
      ...[
        "admin.pois.create",
        "admin.pois.update",
        "admin.pois.merge",
        "admin.pois.undoMerge",
        "admin.pois.delete",
        "admin.pois.select",
        "admin.pois.deleteMany",
      ],
      ...[
        "admin.facts.save",
        "admin.stillOpen",
        "admin.prayer.save",
        "admin.suppliers.name",
        "admin.suppliers.remove",
        "admin.intakes.setFloor",
        "admin.pois.export",
      ],
      ...["admin.pois.importColumns", "admin.pois.previewImport", "admin.pois.importPreviewed"],
    ],
    expected: staff("admin", "super_admin"),
  },
  { paths: ["admin.pois", "admin.intakes.take"], expected: operator },
  { paths: ["admin.intakes"], expected: staff("admin", "super_admin") },
  {
    paths: [
      ...["admin.evidence.list", "admin.evidence.add", "admin.evidence.revoke", "admin.evidence.withdrawal"],
      "admin.issuers.list",
    ],
    expected: staff("partner_manager", "admin", "super_admin"),
  },
  { paths: ["admin.issuers"], expected: staff("admin", "super_admin") },
  {
    paths: [
      "operator.maintenance.sweep",
      "operator.backups.run",
      "operator.alerts.check",
      "operator.alerts.checkProcess",
      "operator.mail.deliver",
      "admin.waitlist.welcome",
      "admin.cities.count",
      "admin.broadcasts.run",
      "sync.tick",
      "admin.evidence.expire",
      "admin.payments.reconcile",
    ],
    expected: schedule,
  },
  { paths: ["operator"], expected: operator },
  { paths: ["admin.views"], expected: staff("partner_manager", "admin", "super_admin") },
  { paths: ["admin.notes"], expected: staff("partner_manager", "admin", "super_admin") },
  {
    paths: ["admin.session.list", "admin.session.end", "admin.tokens", "admin.changes", "admin.trash"],
    expected: staff("partner_manager", "admin", "super_admin"),
  },
  { paths: ["admin.session", "admin.mfa", "admin.passkeys", "admin.devices"], expected: ownAccount },
  {
    paths: ["admin.users.list", "admin.users.get", "admin.users.counts", "admin.users.select"],
    expected: staff("admin", "super_admin"),
  },
  {
    paths: [
      ...["admin.health", "admin.backups", "admin.alerts"],
      "admin.users",
      "admin.people",
      "admin.waitlist.forget",
      "admin.partnerships.invite",
      "admin.audit.trace",
    ],
    expected: staff("super_admin"),
  },
  {
    paths: [
      "admin.waitlist",
      "admin.broadcasts",
      "admin.partnerships",
      "admin.cities",
      "admin.quarantine",
      "admin.dashboard",
      "admin.audit",
      "sync",
      "admin.payments",
      "admin.mails",
    ],
    expected: staff("admin", "super_admin"),
  },
];

/** The row of a procedure. Throws if there is none. */
export function rowOf(path: string): Row {
  const row = MATRIX.find(({ paths }) => paths.some((each) => path === each || path.startsWith(`${each}.`)));
  if (!row) throw new Error(`The matrix has no row for ${path}`);
  return row;
}
