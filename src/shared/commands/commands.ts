import type { StaffRole } from "../accounts/staff-roles.ts";
import { COMMAND_WORDS } from "./command-words.ts";

const { reviewers, admins, managers, superAdmins } = COMMAND_WORDS;

/** The command that does the same as a procedure, for procedures that screens call; with its positional arguments. */
export const COMMANDS = { ...reviewers, ...admins, ...managers, ...superAdmins };

export type CommandPath = keyof typeof COMMANDS;

export const hasCommand = (path: string): path is CommandPath => path in COMMANDS;

const ROLES: Readonly<Record<keyof typeof COMMAND_WORDS, readonly StaffRole[]>> = {
  reviewers: ["partner_manager", "admin", "super_admin"],
  admins: ["admin", "super_admin"],
  managers: ["partner_manager", "super_admin"],
  superAdmins: ["super_admin"],
};

/** The roles that may run a command; other roles see neither its button nor its line. */
export function rolesOf(path: CommandPath): readonly StaffRole[] {
  if (path in superAdmins) return ROLES.superAdmins;
  if (path in managers) return ROLES.managers;
  return path in admins ? ROLES.admins : ROLES.reviewers;
}

/** Verbs that ask before they act, unless `--yes` is given. */
export const DESTRUCTIVE_VERBS: ReadonlySet<string> = new Set(["delete", "erase", "forget"]);

/** Lists whose command has a procedure of its own: an operator's mails have texts. */
const LISTS: Readonly<Record<string, CommandPath>> = { "admin.mails.list": "mail.list" };

/** The command that shows the same as a list of a screen; null if there is none. */
export const commandOfList = (path: string): CommandPath | null =>
  hasCommand(path) ? path : (LISTS[path] ?? null);
