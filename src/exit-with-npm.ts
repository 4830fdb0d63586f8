import { readFileSync } from "node:fs";
import { seconds } from "./shared/duration.ts";

const LOOK_EVERY = seconds(1);
const MOST_ANCESTORS = 5;

/**
 * Calls `end` once npm, which started us (`npx bun run start`), is gone. Asked to stop, npm ends its shell and
 * itself and hands nothing on: the server would outlive them and keep its port. Needs /proc; elsewhere it does
 * nothing, and so it does where npm is not among our ancestors.
 */
export function onNpmExit(end: () => void): void {
  const ancestors = ancestorsUpToNpm();
  if (ancestors.length === 0) return;
  const timer = setInterval(() => {
    if (ancestors.every(isAlive)) return;
    clearInterval(timer);
    end();
  }, LOOK_EVERY);
  timer.unref();
}

function ancestorsUpToNpm(): readonly number[] {
  const found: number[] = [];
  try {
    for (let pid = process.ppid; pid > 1 && found.length < MOST_ANCESTORS; pid = parentOf(pid)) {
      found.push(pid);
      if (/^npm[ \0]|npm-cli|npx-cli/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return found;
    }
  } catch {
    // no /proc here, or an ancestor has just ended: then nobody can be watched
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
