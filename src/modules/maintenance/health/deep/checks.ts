import type { Deps } from "../../../../core/rpc/context.ts";
import type { Finding } from "../schema.ts";
import { bounded } from "./bounded.ts";
import { tryDisks } from "./disk.ts";
import { compareEvidence, tryEvidenceStore } from "./evidence.ts";
import { tryGateway } from "./gateway.ts";
import { tryLastBackup } from "./last-backup.ts";
import { tryMailServer } from "./mail-server.ts";
import { mainDatabaseFinding } from "./main-database.ts";

type Trial = (deps: Deps) => Promise<readonly Finding[]>;

/** What needs no database of ours, by the name of its finding if it takes too long. */
const OUTSIDE: readonly (readonly [check: string, trial: Trial])[] = [
  ["disk write", ({ settings }) => tryDisks(settings)],
  ["mail server", tryMailServer],
  ["payment gateway", tryGateway],
  ["evidence store", tryEvidenceStore],
  ["main database", mainDatabaseFinding],
];

const OWN: typeof OUTSIDE = [
  ["evidence files", compareEvidence],
  ["last backup", tryLastBackup],
];

/** Really tries what the server depends on, all at once and each for a limited time. Leaves nothing behind. */
export async function deepFindings(deps: Deps, hasDatabase: boolean): Promise<readonly Finding[]> {
  const trials = hasDatabase ? [...OUTSIDE, ...OWN] : OUTSIDE;
  const found = await Promise.all(
    trials.map(([check, trial]) => bounded(deps.log, check, () => trial(deps))),
  );
  return found.flat();
}
