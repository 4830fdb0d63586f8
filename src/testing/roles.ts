import type { StaffRole } from "../shared/staff-roles.ts";

/** Who may do what, as the contract's tables say it; the guards are held to it. */
export type Caller = "anon" | "partner" | StaffRole;

export const ROLES_OF: readonly Caller[] = ["anon", "partner", "partner_manager", "admin", "super_admin"];

interface Row {
  /** Procedures, or the beginnings of their paths; the first row that fits counts. */
  readonly paths: readonly string[];
  readonly expected: (caller: Caller) => "in" | 401 | 403;
}

const anybody = (): "in" => "in";

/** Staff of these roles; other staff are refused with 403, whoever is no staff with 401. */
const staffOnly =
  (...roles: readonly StaffRole[]) =>
  (caller: Caller): "in" | 401 | 403 => {
    if (caller === "anon" || caller === "partner") return 401;
    return roles.includes(caller) ? "in" : 403;
  };

const partnerOnly = (caller: Caller): "in" | 401 => (caller === "partner" ? "in" : 401);

const nobody = (): 401 => 401;

export const MATRIX: readonly Row[] = [
  { paths: ["public", "admin.session.login", "admin.session.logout"], expected: anybody },
  {
    paths: [
      "partner.session.register",
      "partner.session.login",
      "partner.session.logout",
      "partnerManager.session",
    ],
    expected: anybody,
  },
  { paths: ["partner"], expected: partnerOnly },
  { paths: ["partnerManager.partners"], expected: staffOnly("partner_manager", "super_admin") },
  { paths: ["reviews"], expected: staffOnly("partner_manager", "admin", "super_admin") },
  {
    paths: ["admin.pois.list", "admin.pois.get"],
    expected: staffOnly("partner_manager", "admin", "super_admin"),
  },
  { paths: ["admin.pois.update", "admin.pois.export"], expected: staffOnly("admin", "super_admin") },
  { paths: ["admin.pois"], expected: nobody }, // the operator of the machine alone
  { paths: ["upkeep", "mail", "admin.sync.tick", "admin.payments.reconcile"], expected: nobody }, // the operator of the machine alone
  { paths: ["admin.session", "admin.mfa"], expected: staffOnly("partner_manager", "admin", "super_admin") },
  { paths: ["admin.users.list", "admin.users.counts"], expected: staffOnly("admin", "super_admin") },
  { paths: ["admin.users"], expected: staffOnly("super_admin") },
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
    expected: staffOnly("admin", "super_admin"),
  },
];
