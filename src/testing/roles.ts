import type { StaffRole } from "../shared/staff-roles.ts";

/** A kind of caller: who is on a connection, the operator of the machine, or the server's own schedule. */
export type Caller = "visitor" | "partner" | StaffRole | "operator" | "schedule";

/** Those who come over the network. */
export const REMOTE_CALLERS = ["visitor", "partner", "partner_manager", "admin", "super_admin"] as const;

type Verdict = "in" | 401 | 403;

interface Row {
  /** Procedures, or the beginnings of their paths; the first row that fits counts. */
  readonly paths: readonly string[];
  readonly expected: (caller: Caller) => Verdict;
}

const isTrusted = (caller: Caller): boolean => caller === "operator" || caller === "schedule";

/** These callers get in. Of the others, 403 for those who proved an identity that this guard reads, 401 for the rest. */
const only =
  (allowed: readonly Caller[], known: readonly Caller[] = []) =>
  (caller: Caller): Verdict => {
    if (allowed.includes(caller)) return "in";
    return known.includes(caller) || isTrusted(caller) ? 403 : 401;
  };

const STAFF: readonly Caller[] = ["partner_manager", "admin", "super_admin"];

const everyone = (): Verdict => "in";
/** The operator may do what staff may. */
const staff = (...roles: readonly StaffRole[]) => only([...roles, "operator"], STAFF);
/** A staff member's own account; the operator has none. */
const ownAccount = only(STAFF);
const partner = only(["partner"]);
const operator = only(["operator"]);
const schedule = only(["schedule", "operator"]);

/** Who may call what, written down a second time so that it checks the guards. */
export const MATRIX: readonly Row[] = [
  { paths: ["public", "admin.session.login", "admin.session.logout"], expected: everyone },
  {
    paths: [
      "partner.session.register",
      "partner.session.login",
      "partner.session.logout",
      "partnerManager.session",
    ],
    expected: everyone,
  },
  { paths: ["partner"], expected: partner },
  { paths: ["partnerManager.partners"], expected: staff("partner_manager", "super_admin") },
  { paths: ["reviews"], expected: staff("partner_manager", "admin", "super_admin") },
  {
    paths: ["admin.pois.list", "admin.pois.get"],
    expected: staff("partner_manager", "admin", "super_admin"),
  },
  { paths: ["admin.pois.update", "admin.pois.export"], expected: staff("admin", "super_admin") },
  { paths: ["admin.pois"], expected: operator },
  {
    paths: ["upkeep.sweep", "mail.deliver", "admin.sync.tick", "admin.payments.reconcile"],
    expected: schedule,
  },
  { paths: ["upkeep", "mail"], expected: operator },
  { paths: ["admin.session", "admin.mfa"], expected: ownAccount },
  { paths: ["admin.users.list", "admin.users.counts"], expected: staff("admin", "super_admin") },
  { paths: ["admin.users"], expected: staff("super_admin") },
  {
    paths: [
      "admin.waitlist",
      "admin.partnerships",
      "admin.quarantine",
      "admin.dashboard",
      "admin.audit",
      "admin.sync",
      "admin.payments",
    ],
    expected: staff("admin", "super_admin"),
  },
];

/** The row about a procedure. Throws where none is. */
export function rowOf(path: string): Row {
  const row = MATRIX.find(({ paths }) => paths.some((each) => path === each || path.startsWith(`${each}.`)));
  if (!row) throw new Error(`No row of the matrix is about ${path}`);
  return row;
}
