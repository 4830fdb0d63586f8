import { buildInfo } from "../../src/core/logging/build-info.ts";
import { programRange } from "../../src/db/migrate.ts";
import { write, writeJson } from "../output/output.ts";

/** True for `rihla --version` alone: after a command it is a flag of that command. */
export function isVersionRequest(args: readonly string[]): boolean {
  const asked = args.filter((arg) => arg !== "--json");
  return asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V");
}

export async function printVersion(json: boolean): Promise<void> {
  const { version, revision } = buildInfo();
  if (json) return writeJson({ version, revision, ...programRange() });
  await write(`rihla ${version}${revision === null ? "" : ` (${revision})`}\n`);
}
