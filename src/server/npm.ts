import { readFileSync } from "node:fs";
import { seconds } from "./shared/duration.ts";

const CHECK_INTERVAL = seconds(1);
const MAX_ANCESTORS = 5;

/**
 * Calls `stop` once npm has exited, if npm started this process (`npx bun run start`). On a signal npm ends its shell
 * and itself but does not forward the signal, so that the server would outlive it and keep its port. Does nothing
 * without /proc.
 */
export function onNpmExit(stop: () => void): void {
  const ancestors = ancestorsUpToNpm();
  if (ancestors.length === 0) return;
  const timer = setInterval(() => {
    if (ancestors.every(isAlive)) return;
    clearInterval(timer);
    stop();
  }, CHECK_INTERVAL);
  timer.unref();
}

/** How the command line is called from where this process was started, such as `npx bun run cli`. */
export function commandLine(): string {
  if (Bun.which("rihla") !== null) return "rihla";
  return ancestorsUpToNpm().length > 0 ? "npx bun run cli" : "bun run cli";
}

function ancestorsUpToNpm(): readonly number[] {
  const found: number[] = [];
  try {
    for (let pid = process.ppid; pid > 1 && found.length < MAX_ANCESTORS; pid = parentOf(pid)) {
      found.push(pid);
      if (/^npm[ \0]|npm-cli|npx-cli/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return found;
    }
  } catch {
    // no /proc, or an ancestor has just exited: nothing to watch
  }
  return [];
}

const parentOf = (pid: number): number =>
  Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? 0);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
