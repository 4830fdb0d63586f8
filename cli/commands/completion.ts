import { Argument, type Command } from "commander";
import { EXIT } from "../errors.ts";
import { write } from "../output/output.ts";
import { type Finish, ownActionOf } from "../program.ts";

/** A command as completion needs it: its words, the words that may follow, and its flags. */
interface Entry {
  readonly path: readonly string[];
  readonly next: readonly string[];
  readonly flags: readonly FlagEntry[];
}

interface FlagEntry {
  /** With its dashes. */
  readonly name: string;
  /** The values that it takes; empty if there is no list of them. */
  readonly values: readonly string[];
}

export function addCompletion(program: Command, finish: Finish): void {
  program
    .command("completion")
    .description("Print a completion script for your shell")
    .addArgument(new Argument("<shell>").choices(Object.keys(SCRIPTS)))
    .action(async (shell: string) => {
      await write(SCRIPTS[shell]?.(entriesOf(program)) ?? "");
      finish(EXIT.done);
    });
}

const SCRIPTS: Readonly<Record<string, (entries: readonly Entry[]) => string>> = { bash, zsh, fish };

function entriesOf(command: Command, path: readonly string[] = []): readonly Entry[] {
  const commands = command.commands.filter((each) => each !== ownActionOf(command));
  const flags = command.createHelp().visibleOptions(command).concat(globalsOf(command));
  const own: Entry = {
    path,
    next: [
      ...commands.map((each) => each.name()),
      ...command.registeredArguments.flatMap((each) => each.argChoices ?? []),
    ],
    flags: flags.flatMap(({ long, argChoices }) => (long ? [{ name: long, values: argChoices ?? [] }] : [])),
  };
  return [own, ...commands.flatMap((each) => entriesOf(each, [...path, each.name()]))];
}

const globalsOf = (command: Command) => command.createHelp().visibleGlobalOptions(command);

/** The words so far, without flags, select the completions; after a flag with a list of values these. */
function bash(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, next, flags }) => {
    const names = flags.map(({ name }) => name).join(" ");
    const listed = flags.filter(({ values }) => values.length > 0);
    const values = listed.map((flag) => `${flag.name}=${flag.values.join(",")}`).join(" ");
    return `    "${path.join(" ")}") words="${next.join(" ")}" flags="${names}" values="${values}" ;;`;
  });
  return `_rihla() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" path="" words="" flags="" values="" word
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ "$(printf '%s' "$path" | wc -w)" -lt 2 ] && path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  for word in $values; do
    case "$word" in "$previous="*) words="\${word#*=}" words="\${words//,/ }" ;; esac
  done
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _rihla rihla
`;
}

function zsh(entries: readonly Entry[]): string {
  return `#compdef rihla
autoload -U +X bashcompinit && bashcompinit
${bash(entries)}`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, next, flags }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    const unseen = next.length > 0 ? `not __fish_seen_subcommand_from ${next.join(" ")}` : "";
    const here = path.length === 0 ? "" : ` -n '${seen}'`;
    const condition = [seen, unseen].filter((each) => each !== "").join("; and ");
    return [
      ...next.map((word) => `complete -c rihla -n '${condition}' -f -a '${word}'`),
      ...flags.map(({ name, values }) => {
        const list = values.length > 0 ? ` -x -a '${values.join(" ")}'` : "";
        return `complete -c rihla${here} -l '${name.slice(2)}'${list}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
