import { Argument, type Command, Option } from "commander";
import type { Operation } from "../src/core/rpc/operations.ts";
import { DESTRUCTIVE_VERBS, kebab } from "../src/shared/command-line.ts";
import { CliError, EXIT, usageError } from "./errors.ts";
import { type Flag, flagsOf } from "./flags.ts";
import { addExample, sampleArguments } from "./help/examples.ts";
import { inputOf, isNegation, keyOf, type Options, positiveOf, variableOf } from "./input.ts";
import { operationNamed } from "./operations.ts";
import { note, writeJson, writeRecord } from "./output/output.ts";
import { addShape } from "./output/shape.ts";
import { defaultsOf, NOUNS, OVERRIDES } from "./overrides.ts";
import { callAndPrint, confirmUnlessYes, type Globals, type OutputOptions, withTransport } from "./run.ts";
import type { Input } from "./transport/transport.ts";

/** Sets the exit code. */
export type Finish = (exit: number) => void;

/** Adds a command for every operation that declares one. */
export function addOperations(
  program: Command,
  operations: readonly Operation[],
  finish: Finish,
  run: Run = runCommand,
): void {
  for (const operation of operations) {
    if (operation.cli) addOperation(program, operation, operation.cli.words, {}, finish, run);
    for (const { words, preset, summary } of OVERRIDES[operation.path]?.aliases ?? []) {
      addOperation(program, { ...operation, summary }, words, preset, finish, run);
    }
  }
}

/** A command as it was typed. */
interface Typed {
  readonly operation: Operation;
  readonly verb: string;
  /** What the command is about, for its confirmation. */
  readonly subject: string;
  readonly input: Input;
  readonly globals: Globals & OutputOptions & Options;
}

/** Resolves to the exit code. */
export type Run = (typed: Typed) => Promise<number>;

function addOperation(
  program: Command,
  operation: Operation,
  words: readonly string[],
  preset: Input,
  finish: Finish,
  run: Run,
): void {
  const verb = words.at(-1) ?? "";
  const command = nounOf(program, words.slice(0, -1)).command(verb).description(operation.summary);
  const { positionals = [], optional = false } = operation.cli ?? {};
  for (const name of positionals)
    command.addArgument(new Argument(optional ? `[${kebab(name)}]` : `<${kebab(name)}>`));
  const flags = flagsOf(operation).filter((flag) => !(flag.name in preset));
  for (const flag of flags) for (const option of optionsOf(flag)) command.addOption(option);
  const { unset = [], needsChange } = OVERRIDES[operation.path] ?? {};
  if (unset.length > 0) command.addOption(unsetOption(unset));
  if (deletionPreviewOf(operation))
    command.option("--dry-run", "show what would be deleted, without deleting it");
  if (operation.list) command.option("--all", "fetch every page");
  addShape(command, operation);
  if (operation.download !== null) {
    command.option("--out <file>", "write to a file instead of stdout");
    command.option("--force", "replace the file if it exists");
  }
  addExample(command, words, sampleArguments(operation, flags));
  command.action(async (...args: unknown[]) => {
    const globals = command.optsWithGlobals<Globals & OutputOptions & Options & Unset>();
    const typed = positionals.map((name, at) => [name, args[at]]).filter(([, value]) => value !== undefined);
    const given = { ...preset, ...Object.fromEntries(typed) };
    const changes = { ...(await inputOf(flags, globals)), ...unsetInput(globals) };
    if (needsChange && Object.keys(changes).every((name) => name === "updatedAt"))
      throw usageError(`There is nothing to change. Flags: ${namesOf(flags).join(", ")}.`);
    const input = { ...changes, ...given };
    finish(await run({ operation, verb, subject: Object.values(given).join(" "), input, globals }));
  });
}

async function runCommand({ operation, verb, subject, input, globals }: Typed): Promise<number> {
  const preview = deletionPreviewOf(operation);
  if (preview && globals.dryRun) return printDeletionPreview(preview, input, globals);
  if (
    DESTRUCTIVE_VERBS.has(verb) &&
    !(await confirmUnlessYes(globals, `${operation.summary}: ${subject}?`))
  ) {
    return nothingChanged();
  }
  const { need = "migrated", asks } = OVERRIDES[operation.path] ?? {};
  return withTransport(globals, need, async (transport) => {
    const question = (await asks?.(transport, input)) ?? null;
    if (question !== null && !(await confirmUnlessYes(globals, question))) return nothingChanged();
    const defaults = await defaultsOf(operation.path, transport, input);
    return callAndPrint(transport, operation, { ...defaults, ...input }, globals);
  });
}

function nothingChanged(): number {
  note("Nothing was changed.");
  return EXIT.failed;
}

/** Commands that do something themselves, with their words. */
export function verbsOf(command: Command, words: readonly string[] = []): readonly Verb[] {
  if (command.commands.length === 0) return [{ command, words }];
  const own = ownActionOf(command);
  return command.commands.flatMap((each) =>
    each === own ? [{ command: each, words }] : verbsOf(each, [...words, each.name()]),
  );
}

const OWN_ACTION = "file";

/** What a noun with further commands does itself. As options of the noun, its options would be read after each of them too. */
export const addOwnAction = (noun: Command): Command =>
  noun
    .enablePositionalOptions() // else its options are suggested for an unknown one of a further command
    .command(OWN_ACTION, { isDefault: true, hidden: true });

export const ownActionOf = ({ commands }: Command): Command | undefined =>
  commands.find((each) => each.name() === OWN_ACTION);

interface Verb {
  readonly command: Command;
  readonly words: readonly string[];
}

/** The command of a noun, created with its first verb. */
export function nounOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    command = found ?? command.command(word).description(NOUNS[word] ?? "");
  }
  return command;
}

/** `--unset alcohol`: an input's key that becomes null. */
function unsetOption(names: readonly string[]): Option {
  const option = new Option("--unset <name>", "withdraw what was recorded, repeatable").choices(
    names.map(kebab),
  );
  const { parseArg: check } = option;
  return option.argParser((value, before: unknown) => [
    ...(Array.isArray(before) ? before : []),
    check?.(value, undefined) ?? value,
  ]);
}

interface Unset {
  readonly unset?: readonly string[];
}

const unsetInput = ({ unset = [] }: Unset): Input =>
  Object.fromEntries(unset.map((name) => [keyOf(name), null]));

const namesOf = (flags: readonly Flag[]): readonly string[] =>
  flags
    .filter(({ name, isHidden }) => name !== "updatedAt" && !isHidden)
    .map(({ option, secret }) => (secret ? `--${option}-stdin` : `--${option}`));

/** `--password-stdin` for a secret, `--flag` and `--no-flag` for a boolean, `--flag <value>` for the rest. */
function optionsOf(flag: Flag): Option[] {
  if (flag.secret) return [secretOption(flag)];
  if (flag.kind === "boolean") return booleanOptions(flag);
  const value = flag.kind === "number" ? "number" : "value";
  const option = new Option(`--${flag.option} <${value}>`, flag.help).hideHelp(flag.isHidden);
  if (flag.choices.length > 0) option.choices(flag.choices);
  if (flag.kind === "list") {
    option.description += ", repeatable";
    option.argParser((value, before: unknown) => [...(Array.isArray(before) ? before : []), value]);
  }
  return [option];
}

/** Only a required secret is also read from the environment or a prompt. */
function secretOption(flag: Flag): Option {
  const fallback = flag.required ? ` (default: ${variableOf(flag)}, or a prompt)` : "";
  return new Option(`--${flag.option}-stdin`, `read the ${flag.help} from stdin${fallback}`);
}

function booleanOptions(flag: Flag): Option[] {
  const { option, help, isHidden } = flag;
  // commander reads `--no-alcohol` as the negation of `--alcohol`, which it must know first
  if (isNegation(flag))
    return [new Option(`--${positiveOf(flag)}`).hideHelp(), new Option(`--${option}`, help)];
  const value = flag.acceptsText ? " [value]" : "";
  const negation = new Option(`--no-${option}`, `the opposite of --${option}`);
  return [
    new Option(`--${option}${value}`, help).hideHelp(isHidden),
    negation.hideHelp(isHidden || !flag.isThreeWay),
  ];
}

/** The operation that reads what another one deletes, by path. A list is searched for the id or name. */
const DELETION_PREVIEWS: Readonly<Record<string, string>> = {
  "admin.broadcasts.delete": "admin.broadcasts.get",
  "admin.notes.delete": "admin.notes.get",
  "admin.partnerships.delete": "admin.partnerships.get",
  "admin.people.erase": "admin.people.show",
  "admin.pois.delete": "admin.pois.get",
  "admin.views.delete": "admin.views.get",
  "admin.quarantine.delete": "admin.quarantine.list",
  "admin.waitlist.delete": "admin.waitlist.get",
  "admin.waitlist.forget": "admin.people.show",
  "partnerManager.partners.delete": "partnerManager.partners.get",
  "operator.backups.delete": "admin.backups.list",
  "operator.maintenance.sweep": "operator.maintenance.previewSweep",
};

/** The operation that reads the record before it is deleted; null if this one deletes none. */
export function deletionPreviewOf({ path }: Operation): Operation | null {
  const preview = DELETION_PREVIEWS[path];
  return preview === undefined ? null : operationNamed(preview);
}

/** Prints what a command would delete, without deleting it. Throws 404 if there is no such record. */
export function printDeletionPreview(preview: Operation, input: Input, globals: Globals): Promise<number> {
  return withTransport(globals, "migrated", async (transport) => {
    const found = await transport.call(preview, input);
    const { id, name } = input;
    const record = Array.isArray(found)
      ? found.find((each) => each.id === id && each.name === (name ?? each.name))
      : found;
    if (record === undefined) throw new CliError("notFound", "No record has this id or name.");
    await (globals.json
      ? writeJson({ dryRun: true, deletes: record })
      : (OVERRIDES[preview.path]?.print ?? writeRecord)(record));
    note("This was a dry run: nothing was deleted.");
    return EXIT.done;
  });
}
