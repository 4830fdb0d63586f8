import { operationNamed } from "./operations.ts";
import { exitOfSync, watchSync, writeSync } from "./output/sync-progress.ts";
import type { Input, Need, Transport } from "./transport/transport.ts";

interface Special {
  readonly need?: Need;
  /** Further commands over the same operation, with a part of its input fixed. */
  readonly aliases?: readonly { readonly words: readonly string[]; readonly fixed: Input }[];
  /** Runs the call, with something to see meanwhile. */
  readonly during?: <T>(line: Transport, json: boolean, work: () => Promise<T>) => Promise<T>;
  /** Prints the answer for people. */
  readonly write?: (result: unknown) => Promise<void>;
  /** The exit code that follows from an answer. */
  readonly exit?: (result: unknown) => number;
}

/** What the operations themselves do not say about their commands, by path. */
export const OVERRIDES: Readonly<Record<string, Special>> = {
  "reviews.decideClaim": {
    aliases: [
      { words: ["claim", "approve"], fixed: { decision: "approved" } },
      { words: ["claim", "reject"], fixed: { decision: "rejected" } },
    ],
  },
  "reviews.decideRequest": {
    aliases: [
      { words: ["request", "approve"], fixed: { decision: "approved" } },
      { words: ["request", "reject"], fixed: { decision: "rejected" } },
    ],
  },
  "admin.sync.trigger": { during: watchSync, write: writeSync, exit: exitOfSync },
  "upkeep.status": { need: "any" },
  "admin.users.create": {
    need: "made", // the first command on a new machine
    aliases: [{ words: ["manager", "create"], fixed: { role: "partner_manager" } }],
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
export async function defaultsOf(path: string, line: Transport, input: Input): Promise<Input> {
  if (path !== "admin.users.create" || input.role !== undefined) return {};
  if (line.kind === "network") return { role: "admin" }; // somebody had to sign in
  const status = (await line.call(operationNamed("upkeep.status"), {})) as { staffAccounts: number | null };
  return { role: status.staffAccounts === 0 ? "super_admin" : "admin" };
}
