import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** Who runs the command, as the audit log shows it: the account's name, else its number. A header holds ASCII. */
export function operatorName(): string {
  const uid = process.getuid?.();
  const name = nameOf(uid) ?? shellName() ?? `uid ${uid ?? "unknown"}`;
  return name.replace(/[^\x20-\x7e]/g, "?");
}

/** From the system's own list: the environment may say anything. */
function nameOf(uid: number | undefined): string | undefined {
  try {
    const entries = readFileSync("/etc/passwd", "utf8").split("\n");
    return entries.map((entry) => entry.split(":")).find((fields) => Number(fields[2]) === uid)?.[0];
  } catch {
    return undefined; // not a system that has one
  }
}

function shellName(): string | undefined {
  try {
    const { username } = userInfo();
    return username === "unknown" ? undefined : username; // what Bun says where it does not know
  } catch {
    return undefined;
  }
}
