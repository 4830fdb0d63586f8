import { isSandboxPublic, type Settings } from "../../../env.ts";
import { isLoopback } from "../../../shared/loopback.ts";
import { ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";
import { weakSettings } from "./weak-settings.ts";

/** What can be said of the settings alone. */
export const settingFindings = (settings: Settings): readonly Finding[] => [
  addressFinding(settings),
  mfaFinding(settings),
  paymentFinding(settings),
  ...weakSettings(settings),
];

function addressFinding({ publicUrl, databaseUrl }: Settings): Finding {
  if (publicUrl.protocol === "https:") return ok("address", `The site is at ${publicUrl.origin}.`);
  if (databaseUrl === undefined && isLoopback(publicUrl.hostname))
    return ok("address", `The site is at ${publicUrl.origin}, which only this machine can reach.`);
  return warn(
    "address",
    `PUBLIC_URL is ${publicUrl.origin}: without https session cookies are not protected.`,
    "Put a proxy with a certificate in front of the server, and set PUBLIC_URL to its https address.",
  );
}

function mfaFinding({ requireStaffMfa, publicUrl }: Settings): Finding {
  if (requireStaffMfa === "all") return ok("staff MFA", "MFA is required of all staff.");
  if (requireStaffMfa === "super_admin") return ok("staff MFA", "MFA is required of super admins.");
  const sentence = "MFA is not required of staff (REQUIRE_STAFF_MFA is off).";
  if (isLoopback(publicUrl.hostname)) return ok("staff MFA", sentence);
  return warn(
    "staff MFA",
    `${sentence} A stolen password is enough to sign in.`,
    "Set REQUIRE_STAFF_MFA to super_admin or all.",
  );
}

function paymentFinding(settings: Settings): Finding {
  const { gateway } = settings.payments;
  if (!isSandboxPublic(settings)) return ok("payments", `The payment gateway is ${gateway}.`);
  return warn(
    "payments",
    "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
    "Set PAYMENT_GATEWAY to stripe or off.",
  );
}
