export type CommandInput = Readonly<Record<string, unknown>>;

/** `business-name` of `businessName`: an input's key as a flag. */
export const kebab = (name: string): string =>
  name.replace(/_/g, "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Verbs that ask before they act, unless `--yes` is given. */
export const DESTRUCTIVE_VERBS: ReadonlySet<string> = new Set(["delete", "erase", "forget"]);

/** The lines that do the same as a call of a screen: one for each of many records; none where no command does it. */
export function linesOf(path: string, input: CommandInput): readonly string[] {
  const words = COMMAND_WORDS[path]?.split(" ");
  if (words === undefined) return [];
  const { ids, act: _, ...rest } = input;
  if (!Array.isArray(ids)) return [commandLine(words, asTyped(path, words, input))];
  // the second line would answer the question of the first
  const asks = words.some((word) => DESTRUCTIVE_VERBS.has(word));
  return ids.map((id) => commandLine(words, { id, ...rest, ...(asks && { yes: true }) }));
}

function asTyped(path: string, words: readonly string[], input: CommandInput): CommandInput {
  if (path === "admin.facts.save") return factsAsTyped(input);
  const isNew = words.some((word) => ["add", "create", "decide"].includes(word));
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

/** The line for a POSIX shell with these words and this input. What is undefined or null is left out. */
function commandLine(words: readonly string[], input: CommandInput): string {
  const verb = words.filter((word) => !isPositional(word));
  const names = words.filter(isPositional).map(nameOf);
  const values = names.filter((name) => input[name] !== undefined).map((name) => quoted(input[name]));
  const flags = Object.entries(input)
    .filter(([name]) => !names.includes(name) && !SECRET.test(name))
    .flatMap(flagOf);
  // an address may begin with a hyphen, as a flag does
  const hasFlagLike = names.some((name) => String(input[name]).startsWith("-"));
  const rest = hasFlagLike ? [...flags, "--", ...values] : [...values, ...flags];
  return ["rihla", ...verb, ...rest].join(" ");
}

/** What is read from a prompt or stdin instead, because others can read a history and a list of processes. */
const SECRET = /password|secret/i;

const isPositional = (word: string): boolean => word.startsWith("<");
const nameOf = (word: string): string => word.slice(1, -1);

function flagOf([name, value]: readonly [string, unknown]): readonly string[] {
  const flag = kebab(name);
  if (value === undefined || value === null) return [];
  if (typeof value === "boolean") return [booleanFlag(flag, value)];
  if (Array.isArray(value)) return value.map((each) => textFlag(flag, String(each)));
  if (value instanceof Date) return [`--${flag} ${value.toISOString()}`];
  if (typeof value === "object") return Object.entries(value).flatMap(flagOf); // each key of an object is a flag of its own
  return [textFlag(flag, String(value))];
}

/** A value that begins with a hyphen is joined to its flag, which may have none. */
const textFlag = (flag: string, text: string): string =>
  text.startsWith("-") ? `--${flag}=${quoted(text)}` : `--${flag} ${quoted(text)}`;

/** A flag whose own name begins with "no", such as `noAlcohol`, is negated by dropping the prefix. */
function booleanFlag(flag: string, value: boolean): string {
  if (value) return `--${flag}`;
  return flag.startsWith("no-") ? `--${flag.slice("no-".length)}` : `--no-${flag}`;
}

/** A word that no shell changes; `zsh` looks up what begins with an equals sign. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** What an interactive shell acts on in a pasted line, such as Tab, or a screen hides or shows in another order. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/;
const ESCAPED = new RegExp(`[\\n'\\\\!]|${CONTROL.source}`, "g");

const quoted = (value: unknown): string => {
  const text = String(value);
  if (PLAIN.test(text)) return text;
  return CONTROL.test(text)
    ? `$'${text.replace(ESCAPED, octalBytes)}'` // bash, zsh, ksh and POSIX of 2024; the simpler quotes keep such characters
    : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** Of three digits each, so that a digit after them is not read as theirs. */
const octalBytes = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** The words of the command that does the same as a procedure that screens call, with its positional arguments. */
export const COMMAND_WORDS: Readonly<Record<string, string>> = {
  "admin.audit.list": "audit list",
  "admin.broadcasts.cancel": "broadcast cancel <id>",
  "admin.broadcasts.create": "broadcast create",
  "admin.broadcasts.delete": "broadcast delete <id>",
  "admin.broadcasts.list": "broadcast list",
  "admin.broadcasts.pause": "broadcast pause <id>",
  "admin.broadcasts.recipients": "broadcast recipients <id>",
  "admin.broadcasts.resume": "broadcast resume <id>",
  "admin.broadcasts.send": "broadcast send <id>",
  "admin.broadcasts.test": "broadcast test <id>",
  "admin.broadcasts.update": "broadcast update <id>",
  "admin.cities.setBar": "city set-bar <bar>",
  "admin.evidence.add": "evidence add <id>",
  "admin.evidence.revoke": "evidence revoke <id>",
  "admin.facts.save": "poi set-facts <id>",
  "admin.intakes.applyPlan": "poi intake apply <id>",
  "admin.intakes.list": "poi intake list",
  "admin.intakes.rows": "poi intake rows <id>",
  "admin.intakes.undo": "poi intake undo <id>",
  "admin.intakes.setFloor": "poi intake floor <source> <floor>",
  "admin.reviews.matches.decide": "match decide <id>",
  "admin.reviews.matches.undo": "match undo <id>",
  "admin.issuers.add": "issuer add",
  "admin.issuers.list": "issuer list",
  "admin.issuers.update": "issuer update <id>",
  "admin.mails.list": "mail list",
  "admin.mails.resume": "mail resume",
  "admin.mails.retry": "mail retry <id>",
  "admin.mails.retryMany": "mail retry <id>",
  "admin.mails.suppress": "mail suppress <email>",
  "admin.mails.suppressions": "mail suppressions",
  "admin.mails.unsuppress": "mail allow <id>",
  "admin.notes.add": "note add",
  "admin.notes.delete": "note delete <id>",
  "admin.views.delete": "view delete <id>",
  "admin.partnerships.answer": "partnership answer <id>",
  "admin.partnerships.create": "partnership create",
  "admin.partnerships.delete": "partnership delete <id>",
  "admin.partnerships.deleteMany": "partnership delete <id>",
  "admin.partnerships.invite": "partnership invite <id>",
  "admin.partnerships.list": "partnership list",
  "admin.partnerships.progress": "partnership progress <id>",
  "admin.partnerships.progressMany": "partnership progress <id>",
  "admin.partnerships.restore": "partnership restore <id>",
  "admin.partnerships.setAnswered": "partnership answered <id>",
  "admin.partnerships.update": "partnership update <id>",
  "admin.payments.list": "payment list",
  "admin.payments.pledges": "payment pledges",
  "admin.payments.receive": "payment receive <reference>",
  "admin.payments.sendReceipt": "payment receipt <id>",
  "admin.people.erase": "person erase <email>",
  "admin.pois.create": "poi add",
  "admin.pois.delete": "poi delete <id>",
  "admin.pois.list": "poi list",
  "admin.pois.merge": "poi merge <id> <duplicateId>",
  "admin.pois.undoMerge": "poi unmerge <id>",
  "admin.pois.update": "poi update <id>",
  "admin.prayer.save": "poi set-prayer <id>",
  "admin.quarantine.delete": "quarantine delete <id>",
  "admin.quarantine.list": "quarantine list",
  "admin.quarantine.release": "quarantine release <id>",
  "admin.quarantine.restore": "quarantine restore <id>",
  "admin.session.end": "session revoke <id>",
  "sync.cancel": "sync cancel",
  "sync.decide": "sync decide <id>",
  "sync.decisions": "sync decisions",
  "sync.errors": "sync errors",
  "sync.retry": "sync retry <id>",
  "sync.runs": "sync history",
  "sync.takeBack": "sync take-back <id>",
  "sync.trigger": "sync run",
  "sync.undo": "sync undo <id>",
  "admin.tokens.create": "token create",
  "admin.tokens.revoke": "token revoke <id>",
  "admin.trash.list": "trash list",
  "admin.trash.restore": "trash restore <id>",
  "admin.trash.restoreAct": "trash restore-act <act>",
  "admin.users.activate": "admin activate <id>",
  "admin.users.activateMany": "admin activate <id>",
  "admin.users.create": "admin create",
  "admin.users.deactivate": "admin deactivate <id>",
  "admin.users.deactivateMany": "admin deactivate <id>",
  "admin.users.invite": "admin invite",
  "admin.users.list": "admin list",
  "admin.users.lockdown": "admin lockdown <id>",
  "admin.users.resetMfa": "admin reset-mfa <id>",
  "admin.users.resetPassword": "admin reset-password <id>",
  "admin.users.setRole": "admin set-role <id>",
  "admin.users.setRoleMany": "admin set-role <id>",
  "admin.users.unlock": "admin unlock <id>",
  "admin.users.update": "admin update <id>",
  "admin.waitlist.delete": "waitlist delete <id>",
  "admin.waitlist.deleteMany": "waitlist delete <id>",
  "admin.waitlist.forget": "waitlist forget <email>",
  "admin.waitlist.list": "waitlist list",
  "admin.waitlist.update": "waitlist update <id>",
  "partnerManager.partners.create": "partner create",
  "partnerManager.partners.delete": "partner delete <id>",
  "partnerManager.partners.deleteMany": "partner delete <id>",
  "partnerManager.partners.endSession": "partner end-session <id> <session>",
  "partnerManager.partners.endSessions": "partner end-sessions <id>",
  "partnerManager.partners.invite": "partner invite <id>",
  "partnerManager.partners.inviteMany": "partner invite <id>",
  "partnerManager.partners.list": "partner list",
  "partnerManager.partners.people": "partner people <id>",
  "partnerManager.partners.removePerson": "partner remove-person <id> <person>",
  "partnerManager.partners.resetPassword": "partner reset-password <id>",
  "partnerManager.partners.unlock": "partner unlock <id>",
  "partnerManager.partners.update": "partner update <id>",
  "partnerManager.partners.verify": "partner verify <id>",
  "partnerManager.partners.verifyMany": "partner verify <id>",
  "admin.reviews.askAgain": "review ask-issuer <id>",
  "admin.reviews.decideClaim": "claim decide <id>",
  "admin.reviews.decideRequest": "request decide <id>",
  "admin.reviews.proofs.code": "claim code <id>",
  "admin.reviews.photos.decide": "photo decide <id>",
  "admin.reviews.proposals.decide": "proposal decide <id>",
  "admin.reviews.proposals.undo": "proposal undo <id>",
  "admin.reviews.readings.read": "reading add <id>",
  "admin.reviews.readings.sendBack": "reading send-back <id>",
  "admin.reviews.renewals.decide": "renewal decide <id>",
  "admin.reviews.reports.close": "report close <id>",
  "admin.reviews.samples.answer": "sample check <id>",
  "admin.reviews.suggestions.decide": "suggestion decide <id>",
  "admin.reviews.suggestions.undo": "suggestion undo <id>",
  "admin.reviews.transfers.decide": "transfer decide <id>",
  "admin.reviews.transfers.undo": "transfer undo <id>",
  "admin.reviews.undoClaim": "claim undo <id>",
  "admin.reviews.undoRequest": "request undo <id>",
};
