import type { z } from "zod";
import { UNTRUSTED_PROXY } from "../../src/core/limits/untrusted-proxy.ts";
import { editedSentence } from "../../src/db/migrate.ts";
import type { Settings } from "../../src/env.ts";
import type { statusOutput } from "../../src/modules/maintenance/schema.ts";
import { seconds } from "../../src/shared/duration.ts";
import { describeFailure } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { withTransport } from "../run.ts";
import { databaseExists, type Finding, failed, ok, warn } from "./doctor-machine.ts";

const OLDEST_POSTGRES = 15; // major version
const DRIFT_WARN = seconds(2);
const DRIFT_FAIL = seconds(30); // one TOTP time step

type Status = z.output<typeof statusOutput>;

export async function databaseFindings(settings: Settings): Promise<readonly Finding[]> {
  if (!databaseExists(settings))
    return [warn("database", "There is no database yet: run `rihla db migrate`.")];
  try {
    return await withTransport({}, "any", async (transport) => {
      const sentAt = Date.now();
      const status = (await transport.call(operationNamed("upkeep.status"), {})) as Status;
      return findingsOf(status, (sentAt + Date.now()) / 2);
    });
  } catch (error) {
    return [failed("database", describeFailure(error).body.error)];
  }
}

function findingsOf(status: Status, now: number): readonly Finding[] {
  const findings = [
    versionFinding(status),
    schemaFinding(status),
    durabilityFinding(status),
    clockFinding(status, now),
  ];
  if (status.secretKeyFits !== null) findings.push(keyFinding(status.secretKeyFits));
  if (status.untrustedProxyAt !== undefined) findings.push(warn("proxy", UNTRUSTED_PROXY));
  if (status.staffAccounts !== null) findings.push(staffFinding(status.staffAccounts));
  return findings;
}

function versionFinding({ database, version }: Status): Finding {
  const sentence = `The database responds: PostgreSQL ${version} (${database}).`;
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return ok("database", sentence);
  return failed("database", `${sentence} Version ${OLDEST_POSTGRES} or newer is needed.`);
}

function schemaFinding({ pending, newer, compatible, edited }: Status): Finding {
  if (!compatible)
    return failed("schema", "The schema is newer than this program: use a newer version of it.");
  if (pending > 0) return failed("schema", `Pending migrations: ${pending}. Run \`rihla db migrate\`.`);
  if (edited.length > 0) return failed("schema", editedSentence(edited));
  if (newer > 0) return ok("schema", "The schema is newer than this program, which may run on it.");
  return ok("schema", "The schema is up to date.");
}

function durabilityFinding({ database, durable }: Status): Finding {
  if (durable) return ok("durability", "Acknowledged writes survive a killed process and a power cut.");
  if (database === "pglite") {
    return warn(
      "durability",
      "The embedded database survives a killed process, but not a power cut: use PostgreSQL for that.",
    );
  }
  return warn(
    "durability",
    "The server runs without fsync or synchronous_commit: a power cut may lose acknowledged writes.",
  );
}

function clockFinding({ time }: Status, now: number): Finding {
  const drift = Math.abs(new Date(time).getTime() - now);
  const sentence = `The clocks of this machine and of the database differ by ${(drift / seconds(1)).toFixed(1)} s.`;
  if (drift > DRIFT_FAIL) return failed("clock", `${sentence} MFA codes will be refused.`);
  return drift > DRIFT_WARN ? warn("clock", sentence) : ok("clock", sentence);
}

function keyFinding(fits: boolean): Finding {
  if (fits) return ok("secret key", "SECRET_KEY matches the database.");
  return failed("secret key", "SECRET_KEY does not match the database.");
}

function staffFinding(accounts: number): Finding {
  if (accounts > 0) return ok("staff", `Staff accounts: ${accounts}.`);
  return warn("staff", "There is no staff account yet: run `rihla admin create`.");
}
