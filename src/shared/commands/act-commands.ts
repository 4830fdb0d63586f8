import { type CommandInput, commandLine, kebab } from "./command-line.ts";
import { COMMANDS, type CommandPath, DESTRUCTIVE_VERBS, hasCommand } from "./commands.ts";

/** Acts of screens that operators do with a procedure of their own. */
export const RENAMED_ACTS = {
  "admin.mails.resume": "mail.resume",
  "admin.mails.retry": "mail.retry",
  "admin.mails.suppress": "mail.suppress",
  "admin.pois.importPreviewed": "admin.pois.import",
} as const satisfies Readonly<Record<string, CommandPath>>;

/** Acts on many records, and the command for one of them. */
export const BULK_ACTS = {
  "admin.mails.retryMany": "mail.retry",
  "admin.partnerships.deleteMany": "admin.partnerships.delete",
  "admin.partnerships.progressMany": "admin.partnerships.progress",
  "admin.users.activateMany": "admin.users.activate",
  "admin.users.deactivateMany": "admin.users.deactivate",
  "admin.users.setRoleMany": "admin.users.setRole",
  "admin.waitlist.deleteMany": "admin.waitlist.delete",
  "partnerManager.partners.deleteMany": "partnerManager.partners.delete",
  "partnerManager.partners.inviteMany": "partnerManager.partners.invite",
  "partnerManager.partners.verifyMany": "partnerManager.partners.verify",
} as const satisfies Readonly<Record<string, CommandPath>>;

type BulkPath = keyof typeof BULK_ACTS;
type RenamedPath = keyof typeof RENAMED_ACTS;

/** A procedure of a screen that commands can do. */
export type ActPath = CommandPath | RenamedPath | BulkPath;

/** What a button does: the procedure that it calls, and the input. */
export interface Act {
  readonly path: ActPath;
  readonly input: CommandInput;
}

const isBulk = (path: ActPath): path is BulkPath => path in BULK_ACTS;

/** The command of an act; of an act on many records, the one for each of them. */
export const commandOfAct = (path: ActPath): CommandPath =>
  isBulk(path) ? BULK_ACTS[path] : hasCommand(path) ? path : RENAMED_ACTS[path];

/** The lines that do the same: one for each record. */
export function linesOf({ path, input }: Act): readonly string[] {
  const command = commandOfAct(path);
  if (!isBulk(path)) return [commandLine(command, asTyped(command, input))];
  const { ids = [], act: _, ...rest } = input as CommandInput & { readonly ids?: readonly string[] };
  // the second line would answer the question of the first
  const asks = COMMANDS[command].split(" ").some((word) => DESTRUCTIVE_VERBS.has(word));
  return ids.map((id) => commandLine(command, { id, ...rest, ...(asks && { yes: true }) }));
}

function asTyped(path: CommandPath, input: CommandInput): CommandInput {
  if (path === "admin.facts.save") return factsAsTyped(input);
  const isNew = / (add|create|decide)\b/.test(COMMANDS[path]);
  // nothing has to be emptied in what is new
  return isNew ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== "")) : input;
}

/** `--unset` withdraws a fact, and fields are JSON. */
function factsAsTyped(input: CommandInput): CommandInput {
  const facts = Object.entries(input).filter(([name]) => name !== "id" && name !== "updatedAt");
  const { id, updatedAt } = input;
  const stated = facts.filter(([, value]) => value !== null && value !== "").map(asText);
  const unset = facts.filter(([, value]) => value === null || value === "").map(([name]) => kebab(name));
  return { id, ...Object.fromEntries(stated), unset, updatedAt };
}

const asText = ([name, value]: readonly [string, unknown]) =>
  [
    name,
    value !== null && typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value,
  ] as const;
