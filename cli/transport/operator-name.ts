import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** The system user who runs the command, for the audit log: name, else uid. ASCII, because it travels in a header. */
export function operatorName(): string {
  const uid = process.getuid?.();
  const name = nameOf(uid) ?? shellName() ?? `uid ${uid ?? "unknown"}`;
  return name.replace(/[^\x20-\x7e]/g, "?");
}

/** From /etc/passwd, because the environment can be forged. */
function nameOf(uid: number | undefined): string | undefined {
  try {
    const entries = readFileSync("/etc/passwd", "utf8").split("\n");
    return entries.map((entry) => entry.split(":")).find((fields) => Number(fields[2]) === uid)?.[0];
  } catch {
    return undefined; // no such file on this system
  }
}

function shellName(): string | undefined {
  try {
    const { username } = userInfo();
    return username === "unknown" ? undefined : username; // Bun's answer if it does not know
  } catch {
    return undefined;
  }
}
