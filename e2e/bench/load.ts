import { resolve } from "node:path";
import { outputOf as childOutput } from "../../src/testing/child-output.ts";

export const CONNECTIONS = 64;

/** The result of one run of a load generator. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
  /** Responses other than 2xx and 3xx. */
  readonly refused: number;
  /** Connections that broke or timed out. */
  readonly broken: number;
  readonly p50: number;
  readonly p99: number;
  /** Seconds of CPU that the load generator used. */
  readonly cpu: number;
}

interface Aim {
  readonly url: string;
  readonly seconds: number;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A wrk script in this folder, and its arguments. */
  readonly script?: string;
  readonly given?: readonly string[];
}

/** Why this machine cannot generate load, in one line; null if it can. */
export const lacking = (...programs: readonly string[]): string | null => {
  const absent = programs.filter((each) => Bun.which(each) === null);
  return absent.length === 0 ? null : `no ${absent.join(" and no ")} on this machine`;
};

/** Sends requests as fast as the server responds, by default over 64 connections. */
export async function load({
  url,
  seconds,
  connections = CONNECTIONS,
  headers = {},
  script = "report.lua",
  given = [],
}: Aim): Promise<Load> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const command = [
    "wrk",
    "-t2",
    `-c${connections}`,
    `-d${seconds}s`,
    "-s",
    script,
    ...sent,
    url,
    "--",
    ...given,
  ];
  const { text, cpu } = await runHere(command);
  const [, line] = /^RESULT (.*)$/m.exec(text) ?? [];
  if (!line) throw new Error(`wrk gave no figures: ${text}`);
  return { ...(JSON.parse(line) as Omit<Load, "cpu">), cpu };
}

export const perSecond = ({ answers, seconds }: Load): number => answers / seconds;

/** Runs a program in this folder and returns its output. Throws if it fails. */
export const outputOf = async (command: string[]): Promise<string> => (await runHere(command)).text;

async function runHere(command: string[]): Promise<{ readonly text: string; readonly cpu: number }> {
  const child = Bun.spawn(command, { cwd: resolve(import.meta.dir), stdout: "pipe", stderr: "pipe" });
  const { exit, out, err } = await childOutput(child);
  if (exit !== 0) throw new Error(`${command[0]} failed: ${err.trim()}`);
  return { text: out, cpu: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}
