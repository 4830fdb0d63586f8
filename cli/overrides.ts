import { operationNamed } from "./operations.ts";
import { printSync, showSyncProgress, syncExitCode } from "./output/sync-progress.ts";
import type { DatabaseNeed, Input, Transport } from "./transport/transport.ts";

interface Override {
  readonly need?: DatabaseNeed;
  /** Further commands over the same operation, with a part of its input fixed. */
  readonly aliases?: readonly { readonly words: readonly string[]; readonly preset: Input }[];
  /** Runs the call, with something to see meanwhile. */
  readonly whileRunning?: <T>(line: Transport, json: boolean, work: () => Promise<T>) => Promise<T>;
  /** Prints the answer for people. */
  readonly print?: (result: unknown) => Promise<void>;
  /** The exit code that follows from an answer. */
  readonly exitCode?: (result: unknown) => number;
}

/** What the operations themselves do not say about their commands, by path. */
export const OVERRIDES: Readonly<Record<string, Override>> = {
  "reviews.decideClaim": {
    aliases: [
      { words: ["claim", "approve"], preset: { decision: "approved" } },
      { words: ["claim", "reject"], preset: { decision: "rejected" } },
    ],
  },
  "reviews.decideRequest": {
    aliases: [
      { words: ["request", "approve"], preset: { decision: "approved" } },
      { words: ["request", "reject"], preset: { decision: "rejected" } },
    ],
  },
  "admin.sync.trigger": { whileRunning: showSyncProgress, print: printSync, exitCode: syncExitCode },
  "upkeep.status": { need: "any" },
  "admin.users.create": {
    need: "made", // the first command on a new machine
    aliases: [{ words: ["manager", "create"], preset: { role: "partner_manager" } }],
  },
};

/** What a noun's commands are about, for the help. */
export const NOUNS: Readonly<Record<string, string>> = {
  admin: "Staff accounts",
  audit: "Who did what",
  claim: "Partners' claims on places",
  db: "The database as a whole",
  mail: "Mails that were sent or are kept",
  manager: "Accounts of partner managers",
  partner: "Partners' accounts",
  partnership: "Partnership inquiries",
  payment: "Gifts",
  poi: "Places",
  quarantine: "What the honeypots held back",
  request: "Partners' requests for new places",
  summary: "Counts, and what needs a person now",
  sync: "The push of places to the main database",
  waitlist: "Signups for the launch",
};

/** Values that a command may leave out: the first account of all must be able to make the others. */
export async function defaultsOf(path: string, transport: Transport, input: Input): Promise<Input> {
  if (path !== "admin.users.create" || input.role !== undefined) return {};
  if (transport.kind === "network") return { role: "admin" }; // somebody had to sign in
  const status = (await transport.call(operationNamed("upkeep.status"), {})) as {
    staffAccounts: number | null;
  };
  return { role: status.staffAccounts === 0 ? "super_admin" : "admin" };
}
