import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // a second: USER_HZ of Linux

/**
 * Seconds of CPU that a process and all below it have used so far, with those that have ended and been waited for, such
 * as the connections of PostgreSQL.
 */
export function cpuOf(pid: number): number {
  const below = childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
  return ownCpu(pid) + below;
}

function ownCpu(pid: number): number {
  // the name, in brackets, may contain spaces
  const [, after = ""] = /\) (.*)$/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  const times = after.split(" ").slice(11, 15).map(Number); // user and system, then those of ended children
  return times.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
}

function childrenOf(pid: number): readonly number[] {
  const threads = existing(`/proc/${pid}/task`);
  const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return lists.flatMap((list) => list.split(" ").map(Number).filter(Boolean));
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function existing(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
