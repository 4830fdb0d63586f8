import type { Finding } from "../../harness/suite.ts";
import { figureWithoutGoal, formatInteger } from "../figures.ts";
import type { Tally } from "./tally.ts";
import type { Usage } from "./usage.ts";
import type { Launch } from "./work.ts";

/** One kind of work after the other. */
export interface Alone {
  readonly launch: Launch;
  readonly usages: Readonly<Record<string, Usage>>;
}

/** All kinds at once. */
export interface Together {
  readonly launch: Launch;
  readonly usage: Usage;
}

const KINDS = [
  ["landing page", "page"],
  ["its files", "asset"],
  ["signup", "signup"],
  ["staff list", "list"],
  ["export of the waitlist", "csv"],
  ["partner's search", "search"],
] as const;

/** One line for each kind of work, among all others and alone. `rows` are mails, and places of the sync. */
export function findingsOf(
  { launch: alone, usages }: Alone,
  { launch, usage }: Together,
  rows: number,
): Finding[] {
  const count = formatInteger(rows);
  return [
    ...KINDS.map(([name, key]) => requests(name, launch[key], alone[key])),
    rate(`broadcast to ${count}`, launch.mails, alone.mails, "mails a second"),
    rate(`sync of ${count}`, launch.synced, alone.synced, "rows a second"),
    figureWithoutGoal("all together: use of server and database", formatUsage(usage)),
    ...Object.entries(usages).map(([name, each]) =>
      figureWithoutGoal(`${name} alone: use of server and database`, formatUsage(each)),
    ),
  ];
}

/** One kind of request: its times among all others and alone. */
function requests(what: string, launch: Tally, alone: Tally): Finding {
  const [p50, p99] = [launch.quantile(0.5), launch.quantile(0.99)];
  const [before50, before99] = [alone.quantile(0.5), alone.quantile(0.99)];
  const figure = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms; alone ${before50.toFixed(1)}, ${before99.toFixed(1)} ms: ${(p50 / before50).toFixed(1)} and ${(p99 / before99).toFixed(1)} times; ${formatInteger(launch.count)} requests, ${launch.failures()}`;
  return { what, figure, ok: launch.failed + alone.failed === 0 && launch.count > 0 };
}

const rate = (what: string, launch: number, alone: number, unit: string): Finding =>
  figureWithoutGoal(
    what,
    `${formatInteger(launch)} ${unit}; alone ${formatInteger(alone)}: ${(alone / launch).toFixed(1)} times the time`,
  );

function formatUsage(usage: Usage): string {
  const { seconds, serverCpu, databaseCpu, serverMemory, databaseMemory } = usage;
  const share = (cpu: number) => `${((cpu / seconds) * 100).toFixed(0)} %`;
  return `CPU ${share(serverCpu)} and ${share(databaseCpu)} of a core for ${seconds.toFixed(0)} s; memory ${formatInteger(serverMemory)} and ${formatInteger(databaseMemory)} MB`;
}
