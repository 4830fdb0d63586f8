import { Command, CommanderError, Help, Option } from "commander";
import { programRange } from "../src/db/migrate.ts";
import { buildInfo } from "../src/env/program.ts";
import { addApi } from "./commands/api.ts";
import { addBackup } from "./commands/backup/backup.ts";
import { addCompletion } from "./commands/completion.ts";
import { addConfig } from "./commands/config.ts";
import { addDatabase } from "./commands/database.ts";
import { addDemo } from "./commands/demo.ts";
import { addDocs } from "./commands/docs.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addGrants } from "./commands/grants.ts";
import { addIntake } from "./commands/intake.ts";
import { addLogin } from "./commands/login.ts";
import { addPlaces } from "./commands/places.ts";
import { addServe } from "./commands/serve.ts";
import { addTrace } from "./commands/trace.ts";
import { addWaitlist } from "./commands/waitlist.ts";
import { describeFailure, EXIT } from "./errors.ts";
import { addExample } from "./help/examples.ts";
import { OPERATIONS } from "./operations.ts";
import { note, write, writeJson } from "./output/output.ts";
import { addOperations, type Finish, ownActionOf, type Run, verbsOf } from "./program.ts";

const EXAMPLES = `
Examples:
  rihla admin create --username amina --email amina@example.org
  rihla waitlist export --out signups.csv
  rihla partnership list --q bakery --json
  rihla backup create rihla.backup`;

/** The whole command line. Tests replace `run`, which calls an operation. */
export function programOf(finish: Finish, run?: Run): Command {
  const program = new Command("rihla")
    .description("Operate the server from the command line")
    .option("--json", "print JSON")
    .option("--yes", "skip confirmations")
    .option("--url <address>", "use the server at this https address instead of the local database")
    .addHelpText("after", EXAMPLES)
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true, visibleOptions })
    // errors are printed below, in one place
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  addServe(program);
  addDemo(program);
  addDoctor(program, finish);
  addBackup(program, finish);
  addDatabase(program, finish);
  addGrants(program, finish);
  addPlaces(program, finish);
  addIntake(program, finish);
  addWaitlist(program, finish);
  addLogin(program, finish);
  addTrace(program, finish);
  addApi(program, finish);
  addConfig(program, finish);
  addDocs(program, finish);
  addCompletion(program, finish);
  for (const { command, words } of verbsOf(program)) addExample(command, words);
  addOperations(program, OPERATIONS, finish, run); // with examples of their own
  return program;
}

/**
 * `--version` is listed, but no option of the program: those are read after a command too, and some have a `--version`. So are
 * the options of what a noun does itself.
 */
function visibleOptions(this: Help, command: Command): Option[] {
  const options = new Help().visibleOptions(command);
  if (command.parent === null) return [...options, new Option("-V, --version", "print the version")];
  return [...(ownActionOf(command)?.options ?? []), ...options];
}

/** Runs a command in this process. Returns its exit code; undefined for `serve` and `demo`, which keep running. */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  let exit: number | undefined;
  const program = programOf((code) => {
    exit = code;
  });
  try {
    if (isVersionRequest(args)) {
      await printVersion(args.includes("--json"));
      return EXIT.done;
    }
    await program.parseAsync(withHelpAsked(program, args), { from: "user" });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.code.startsWith("commander.help")) {
      return error.code === "commander.help" ? EXIT.usage : EXIT.done;
    }
    return fail(error, args);
  }
}

/** `help`, `help NOUN VERB` and `NOUN help VERB` ask for what `--help` after the words prints. */
function withHelpAsked({ commands }: Command, args: readonly string[]): readonly string[] {
  const at = args.slice(0, 2).indexOf("help");
  const words = args.toSpliced(at, 1);
  const isKnown = words.length === 0 || commands.some((each) => each.name() === words[0]);
  return at < 0 || !isKnown ? args : [...words, "--help"];
}

function fail(error: unknown, args: readonly string[]): number {
  const { exit, body } = describeFailure(error);
  const isJson = args.includes("--json") || args.includes("--jsonl");
  note(isJson ? JSON.stringify(body) : body.error);
  return exit;
}

/** True for `rihla --version` alone: after a command it is a flag of that command. */
export function isVersionRequest(args: readonly string[]): boolean {
  const asked = args.filter((arg) => arg !== "--json");
  return asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V");
}

export async function printVersion(json: boolean): Promise<void> {
  const { version, revision } = buildInfo;
  if (json) return writeJson({ version, revision, ...programRange() });
  await write(`rihla ${version}${revision === null ? "" : ` (${revision})`}\n`);
}
