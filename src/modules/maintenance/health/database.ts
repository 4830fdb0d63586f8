import { MAX_DRIFT } from "../../../core/clock.ts";
import { UNTRUSTED_PROXY } from "../../../core/limits/untrusted-proxy.ts";
import { editedSentence } from "../../../db/migrate.ts";
import { seconds } from "../../../shared/duration.ts";
import type { Status } from "../service.ts";
import { failed, ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

const OLDEST_POSTGRES = 15; // major version
const DRIFT_WARN = seconds(2);

/** What the state of the database says. `ahead` is by how many milliseconds this machine's clock is ahead of it. */
export function databaseFindings(status: Status, ahead: number): readonly Finding[] {
  const findings = [
    versionFinding(status),
    schemaFinding(status),
    durabilityFinding(status),
    clockFinding(ahead, "the database"),
  ];
  if (status.secretKeyFits !== null) findings.push(keyFinding(status.secretKeyFits));
  if (status.staffAccounts !== null) findings.push(proxyFinding(status), staffFinding(status.staffAccounts));
  return findings;
}

function versionFinding({ database, version }: Status): Finding {
  const sentence = `The database responds: PostgreSQL ${version} (${database}).`;
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return ok("database", sentence);
  const needed = `Version ${OLDEST_POSTGRES} or newer is needed.`;
  return failed("database", `${sentence} ${needed}`, "Upgrade the database server.");
}

function schemaFinding({ pending, newer, compatible, edited }: Status): Finding {
  if (!compatible)
    return failed("schema", "The schema is newer than this program.", "Use a newer version of it.");
  if (pending > 0) return failed("schema", `Pending migrations: ${pending}.`, "Run `rihla db migrate`.");
  if (edited.length > 0)
    return failed("schema", editedSentence(edited), "Check out the files of this version again.");
  if (newer > 0) return ok("schema", "The schema is newer than this program, which may run on it.");
  return ok("schema", "The schema is up to date.");
}

function durabilityFinding({ database, durable }: Status): Finding {
  if (durable) return ok("durability", "Acknowledged writes survive a killed process and a power cut.");
  if (database === "pglite") {
    return warn(
      "durability",
      "The embedded database survives a killed process, but not a power cut.",
      "Use PostgreSQL for that.",
    );
  }
  return warn(
    "durability",
    "The server runs without fsync or synchronous_commit: a power cut may lose acknowledged writes.",
    "Turn both on in the settings of the database server.",
  );
}

/** Whether the clock of this machine, which is `ahead` milliseconds ahead of the one of `other`, is right. */
export function clockFinding(ahead: number, other: string, check = "clock"): Finding {
  const drift = Math.abs(ahead);
  const sentence = `The clocks of this machine and of ${other} differ by ${(drift / seconds(1)).toFixed(1)} s.`;
  const remedy = "Turn on time synchronization (NTP) on both machines.";
  if (drift > MAX_DRIFT)
    return failed(check, `${sentence} The server is not ready, and MFA codes may be refused.`, remedy);
  return drift > DRIFT_WARN ? warn(check, sentence, remedy) : ok(check, sentence);
}

function keyFinding(fits: boolean): Finding {
  if (fits) return ok("secret key", "SECRET_KEY matches the database.");
  return failed(
    "secret key",
    "SECRET_KEY does not match the database.",
    "Set the SECRET_KEY that the database was used with.",
  );
}

function proxyFinding({ untrustedProxyAt }: Status): Finding {
  if (untrustedProxyAt === undefined)
    return ok("proxy", "No proxy was seen within the last day that TRUST_PROXY does not name.");
  return warn(
    "proxy",
    UNTRUSTED_PROXY,
    "Set TRUST_PROXY to the number of proxies in front of the server, or to their networks.",
  );
}

function staffFinding(accounts: number): Finding {
  if (accounts > 0) return ok("staff", `Staff accounts: ${accounts}.`);
  return warn("staff", "There is no staff account yet.", "Run `rihla admin create`.");
}
