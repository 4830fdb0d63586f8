import { readFileSync } from "node:fs";
import { built } from "../env/program.ts";
import { seconds } from "../shared/duration.ts";

const CHECK_INTERVAL = seconds(1);

/** Whether npm started this process, as in `npx bun run start`. */
const isRunByNpm = (): boolean => process.env.npm_config_user_agent?.startsWith("npm/") ?? false;

/**
 * Calls `stop` once npm has exited, if npm started this process. On a signal npm ends its shell and itself, but forwards
 * it neither to `bun run` nor to this process, which would go on and keep its port. Does nothing without /proc.
 */
export function onNpmExit(stop: () => void): void {
  const shell = grandparent();
  if (shell === undefined || !isRunByNpm()) return;
  const timer = setInterval(() => {
    if (grandparent() === shell) return;
    clearInterval(timer);
    stop();
  }, CHECK_INTERVAL);
  timer.unref();
}

/** The process that started `bun run`, which started this one. */
function grandparent(): string | undefined {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** How the command line is called from where this process was started, such as `npx bun run cli`. */
export function commandLine(): string {
  if (built) return Bun.which("rihla") === process.execPath ? "rihla" : process.execPath;
  if (Bun.which("rihla") !== null) return "rihla";
  return isRunByNpm() ? "npx bun run cli" : "bun run cli";
}
