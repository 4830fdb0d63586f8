import { readdirSync, readFileSync } from "node:fs";
import type { Postgres } from "../../harness/postgres.ts";
import type { Server } from "../../harness/server.ts";
import { cpuOf } from "../cpu.ts";

const MB = 1_048_576;
const LOOK_EVERY = 200; // milliseconds

/** Seconds of CPU, and MB of memory. */
export interface Usage {
  readonly serverCpu: number;
  readonly databaseCpu: number;
  /** At most. */
  readonly serverMemory: number;
  /** At the end, shared pages counted once. */
  readonly databaseMemory: number;
  readonly seconds: number;
}

/** What server and database use during `work`. */
export async function usageDuring(
  server: Server,
  postgres: Postgres,
  work: () => Promise<void>,
): Promise<Usage> {
  const [serverBefore, databaseBefore] = [cpuOf(server.pid), cpuOf(postgres.pid)];
  const started = performance.now();
  let serverMemory = 0;
  const look = setInterval(() => {
    serverMemory = Math.max(serverMemory, server.memory() / MB);
  }, LOOK_EVERY);
  await work().finally(() => clearInterval(look));
  return {
    serverCpu: cpuOf(server.pid) - serverBefore,
    databaseCpu: cpuOf(postgres.pid) - databaseBefore,
    serverMemory,
    databaseMemory: memoryOfTree(postgres.pid),
    seconds: (performance.now() - started) / 1_000,
  };
}

const memoryOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`)) ?? [];
    return sum + Number(kilobytes ?? 0) / 1_024;
  }, 0);

/** A process and its children. */
function treeOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(" "));
  return [pid, ...children.filter((each) => each !== "").map(Number)];
}

/** Empty if the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
