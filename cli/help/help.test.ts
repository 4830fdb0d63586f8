import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Command } from "commander";
import { programOf } from "../command-line.ts";
import { OPERATIONS } from "../operations.ts";
import { defaultsOf, OVERRIDES } from "../overrides.ts";
import { verbsOf } from "../program.ts";
import type { Transport } from "../transport/transport.ts";

const OF_OPERATIONS = new Set(
  OPERATIONS.flatMap(({ path, cli }) => [
    ...(cli ? [cli.words.join(" ")] : []),
    ...(OVERRIDES[path]?.aliases ?? []).map(({ words }) => words.join(" ")),
  ]),
);
const VERBS = verbsOf(programOf(() => {}));

/** All that is printed for `--help`, with what is added after the list of options. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

const exampleIn = (help: string): string => /\nExample:\n {2}(rihla .+)\n/.exec(help)?.[1] ?? "";

test("The help of every command says what each flag does, in more words than its name", () => {
  const unexplained = VERBS.flatMap(({ command, words }) =>
    command
      .createHelp()
      .visibleOptions(command)
      .filter(({ long, description }) => {
        const name = long?.replace(/^--/, "").replaceAll("-", " ") ?? "";
        return description === "" || description.replace(/, repeatable$/, "") === name;
      })
      .map(({ long }) => `${words.join(" ")} ${long}`),
  );
  expect(unexplained).toEqual([]);
  expect(VERBS.length).toBeGreaterThan(150);
});

test("The help of every command says what it does, and ends with an example of it", () => {
  const wrong = VERBS.filter(({ command, words }) => {
    const line = `rihla ${words.join(" ")}`;
    return command.description() === "" || !`${exampleIn(helpOf(command))} `.startsWith(`${line} `);
  });
  expect(wrong.map(({ words }) => words.join(" "))).toEqual([]);
});

/** The commands of a line such as `rihla job list|show ID`: all in lower case before what is to be filled in. */
function commandsIn(line: string): string[] {
  const [program, ...words] = line.trim().split(" ");
  if (program !== "rihla") return [];
  const end = words.findIndex((word) => !/^[a-z|-]+$/.test(word) || word.startsWith("-"));
  return words
    .slice(0, end < 0 ? words.length : end)
    .reduce(
      (all, word) => all.flatMap((start) => word.split("|").map((each) => `${start} ${each}`.trim())),
      [""],
    );
}

test("The guide for operators lists exactly the commands that there are", async () => {
  const guide = await Bun.file(join(import.meta.dir, "../../docs/operations.md")).text();
  const [, block = ""] = /^`rihla NOUN VERB --help`[^\n]*\n\n```sh\n(.*?)^```/ms.exec(guide) ?? [];
  const listed = block.split(/[;\n]/).flatMap(commandsIn);
  expect(listed.toSorted()).toEqual(VERBS.map(({ words }) => words.join(" ")).toSorted());
});

/** Fails every call: the defaults of an example need none. */
const NO_TRANSPORT: Transport = {
  kind: "network",
  call: () => Promise.reject(new Error("no call")),
  download: () => Promise.reject(new Error("no call")),
  close: () => Promise.resolve(),
};

/** The words of each line as a shell splits them, without redirections and what reads a secret. */
function split(lines: readonly string[]): readonly (readonly string[])[] {
  const plain = lines.map((line) =>
    line
      .replace(/ [<>] \S+$/, "")
      .replace(/ --(password|new-key|database-url)-stdin/, "")
      .replace("$(cat news.md)", "News"),
  );
  const script = plain.map((line) => `set -- ${line}; printf '%s\\0' "$@"; printf '\\n'`).join("\n");
  const { stdout } = Bun.spawnSync(["sh", "-c", script], { stderr: "ignore" });
  return stdout
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\0").slice(1, -1));
}

test("Every example is accepted by its command and by the schema of what it calls", async () => {
  const refused: string[] = [];
  const secrets = {
    RIHLA_NEW_PASSWORD: "violet camel orbit nine",
    RIHLA_NEW_KEY: "k".repeat(40),
    RIHLA_NEW_DATABASE_URL: "postgres://127.0.0.1/rihla",
  };
  Object.assign(process.env, secrets);
  const lines = split(VERBS.map(({ command }) => exampleIn(helpOf(command))));
  const program = programOf(
    () => {},
    async ({ operation, input }) => {
      const defaults = await defaultsOf(operation.path, NO_TRANSPORT, input);
      const parsed = operation.input?.safeParse({ ...defaults, ...input });
      if (parsed?.error) throw parsed.error;
      return 0;
    },
  );
  // the other commands would run
  for (const { command, words } of verbsOf(program))
    if (!OF_OPERATIONS.has(words.join(" "))) command.action(() => {});
  for (const args of lines) {
    const parsing = program.parseAsync(args, { from: "user" });
    await parsing.catch((error) => refused.push(`${args.join(" ")}: ${error}`));
  }
  for (const name of Object.keys(secrets)) delete process.env[name];
  expect(refused).toEqual([]);
});

const helpAt = (line: string): string => {
  const verb = VERBS.find(({ words }) => words.join(" ") === line);
  if (!verb) throw new Error(`there is no command ${line}`);
  return helpOf(verb.command);
};

test("The help leaves out a flag that is always refused, which is still read and refused", async () => {
  expect(helpAt("poi update")).not.toContain("--halal-verification-status");
  expect(helpAt("poi list")).toContain("--tier");
  let given: unknown;
  const program = programOf(
    () => {},
    async ({ input }) => {
      given = input;
      return 0;
    },
  );
  const args = ["poi", "update", "0f5a", "--halal-verification-status", "verified"];
  await program.parseAsync(args, { from: "user" });
  expect(given).toEqual({ id: "0f5a", halalVerificationStatus: "verified" });
});

test("The help names a prompt only for a secret that its command needs", () => {
  const stdinFlagOf = (line: string) => /--password-stdin([\s\S]*?)\n {2}-/.exec(helpAt(line))?.[1];
  expect(stdinFlagOf("admin create")).toContain("or a prompt");
  expect(stdinFlagOf("admin update")).toContain("from stdin");
  expect(stdinFlagOf("admin update")).not.toContain("prompt");
});

test("A command with further commands has no options of its own, which would be read after each of them", () => {
  const nouns = ({ commands }: Command): readonly Command[] =>
    commands.flatMap((each) => (each.commands.length === 0 ? [] : [each, ...nouns(each)]));
  const program = programOf(() => {});
  expect(nouns(program).length).toBeGreaterThan(20);
  expect(nouns(program).flatMap(({ options }) => options.map(({ long }) => long))).toEqual([]);
  const intake = helpOf(nouns(program).find((each) => each.name() === "intake") ?? program);
  for (const shown of [
    "<file> | <command>",
    "--source <source>",
    "--dry-run",
    "apply",
    "list",
    "list",
    "undo",
    "\nExample:\n  rihla poi intake places",
  ])
    expect(intake).toContain(shown);
  expect(helpAt("poi intake apply")).not.toContain("--dry-run");
});
