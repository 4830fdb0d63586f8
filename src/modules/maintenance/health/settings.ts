import { isSandboxPublic, lacksPostalAddress, type Settings } from "../../../env.ts";
import { isLoopback } from "../../../shared/server-address.ts";
import { ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

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
    return warn(
      "address",
      `The site is at ${publicUrl.origin}, which only this machine can reach.`,
      "Set PUBLIC_URL to the site's https address before the site goes live.",
    );
  return warn(
    "address",
    `PUBLIC_URL is ${publicUrl.origin}: without https session cookies are not protected.`,
    "Put a proxy with a certificate in front of the server, and set PUBLIC_URL to its https address.",
  );
}

function mfaFinding({ requireStaffMfa, publicUrl }: Settings): Finding {
  if (requireStaffMfa === "all") return ok("staff MFA", "MFA is required of all staff.");
  if (requireStaffMfa === "super_admin") return ok("staff MFA", "MFA is required of super admins.");
  return warn(
    "staff MFA",
    "MFA is not required of staff (REQUIRE_STAFF_MFA is off). A stolen password is enough to sign in.",
    isLoopback(publicUrl.hostname)
      ? "Set REQUIRE_STAFF_MFA to super_admin or all before the site goes live."
      : "Set REQUIRE_STAFF_MFA to super_admin or all.",
  );
}

function paymentFinding(settings: Settings): Finding {
  const { gateway } = settings.payments;
  if (gateway !== "sandbox") return ok("payments", `The payment gateway is ${gateway}.`);
  if (!isSandboxPublic(settings))
    return warn(
      "payments",
      "PAYMENT_GATEWAY is sandbox, which takes no money.",
      "Set PAYMENT_GATEWAY to stripe or off before the site goes live.",
    );
  return warn(
    "payments",
    "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
    "Set PAYMENT_GATEWAY to stripe or off.",
  );
}

interface Weakness {
  readonly check: string;
  readonly isWeak: (settings: Settings) => boolean;
  readonly sentence: string;
  readonly remedy: string;
}

const KEY_BITS = 100; // below any random key of 32 characters, hex too
const TOKEN_BITS = 60;
const RANDOM = "`openssl rand -base64 48`";

const isPublic = ({ publicUrl }: Settings): boolean => !isLoopback(publicUrl.hostname);

const WEAKNESSES: readonly Weakness[] = [
  {
    check: "secret key strength",
    isWeak: ({ secretKey }) => secretKey !== undefined && guessableBits(secretKey) < KEY_BITS,
    sentence: "SECRET_KEY can be guessed: it repeats itself or has few different characters.",
    remedy: `Replace it by the output of ${RANDOM}, with \`rihla db rotate-key\`.`,
  },
  {
    check: "metrics token",
    isWeak: ({ metricsToken }) => metricsToken !== undefined && guessableBits(metricsToken) < TOKEN_BITS,
    sentence: "METRICS_TOKEN can be guessed: it is short or repeats itself.",
    remedy: `Set it to the output of ${RANDOM}.`,
  },
  {
    check: "backup passphrase",
    isWeak: ({ backups }) => backups.passphrase !== undefined && guessableBits(backups.passphrase) < 30,
    sentence: "BACKUP_PASSPHRASE can be guessed: it repeats itself or has few different characters.",
    remedy: "Set a passphrase of several words. Backups that were made before still need the old one.",
  },
  {
    check: "rate limits",
    isWeak: (settings) => !settings.rateLimit && isPublic(settings),
    sentence: "RATE_LIMIT is off on a public site: one client can use up what all share.",
    remedy: "Remove RATE_LIMIT.",
  },
  {
    check: "postal address",
    isWeak: lacksPostalAddress,
    sentence: "POSTAL_ADDRESS is the sample: mails to many people must have the sender's real address.",
    remedy: "Set POSTAL_ADDRESS.",
  },
  {
    check: "mail encryption",
    isWeak: ({ mailUrl }) => mailUrl !== undefined && mayMailInTheClear(new URL(mailUrl)),
    sentence:
      "MAIL_URL does not require encryption: links that sign people in may cross the network in the clear.",
    remedy: "Use smtps://, or smtp:// with a user name and a password, which requires STARTTLS.",
  },
  {
    check: "log level",
    isWeak: ({ logLevel }) => ["error", "fatal", "silent"].includes(logLevel),
    sentence: "LOG_LEVEL hides warnings, such as the cause of a 503.",
    remedy: "Set LOG_LEVEL to info or warn.",
  },
  {
    check: "Stripe key",
    isWeak: (settings) => usesStripe(settings) && isPublic(settings) && isTestKey(settings),
    sentence: "STRIPE_SECRET_KEY is a test key on a public site: gifts bring no money.",
    remedy: "Set the live key of the account, and the secret of its webhook.",
  },
  {
    check: "Stripe webhook",
    isWeak: (settings) => usesStripe(settings) && !hasWebhookSecrets(settings),
    sentence: "STRIPE_WEBHOOK_SECRET does not look like the secret of a webhook, which begins with whsec_.",
    remedy: "Copy the signing secret of the webhook from Stripe's dashboard.",
  },
];

/** One finding for each weak setting; a single one if there is none. */
function weakSettings(settings: Settings): readonly Finding[] {
  const weak = WEAKNESSES.filter(({ isWeak }) => isWeak(settings));
  if (weak.length === 0) return [ok("weak settings", "No setting is weak.")];
  return weak.map(({ check, sentence, remedy }) => warn(check, sentence, remedy));
}

const mayMailInTheClear = ({ protocol, password, hostname }: URL): boolean =>
  protocol === "smtp:" && password === "" && !isLoopback(hostname);

const usesStripe = ({ payments }: Settings): boolean => payments.gateway === "stripe";
const isTestKey = ({ payments }: Settings): boolean => /^[sr]k_test_/.test(payments.stripe.secretKey ?? "");

const hasWebhookSecrets = ({ payments }: Settings): boolean =>
  (payments.stripe.webhookSecret ?? "").split(",").every((each) => /^whsec_\S{8,}$/.test(each.trim()));

/** The entropy of the characters of the part that a text repeats: an upper bound for texts that no generator made. */
function guessableBits(text: string): number {
  const part = [...text].slice(0, periodOf(text));
  const counts = Map.groupBy(part, (letter) => letter)
    .values()
    .map(({ length }) => length);
  const bits = counts.reduce((sum, count) => sum - count * Math.log2(count / part.length), 0);
  return bits;
}

/** The length of the shortest part that makes up the text when it is repeated. */
function periodOf(text: string): number {
  const letters = [...text];
  for (let period = 1; period < letters.length; period++)
    if (letters.every((letter, at) => at < period || letter === letters[at - period])) return period;
  return letters.length;
}
