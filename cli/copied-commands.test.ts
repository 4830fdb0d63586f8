import { afterAll, beforeAll, expect, test } from "bun:test";
import { Command } from "commander";
import type { Operation } from "../src/core/rpc/operations.ts";
import {
  type ActPath,
  BULK_ACTS,
  commandOfAct,
  linesOf,
  RENAMED_ACTS,
} from "../src/shared/commands/act-commands.ts";
import { commandLine } from "../src/shared/commands/command-line.ts";
import { COMMANDS, type CommandPath, hasCommand, rolesOf } from "../src/shared/commands/commands.ts";
import { RECORD_COMMANDS } from "../src/shared/commands/record-commands.ts";
import { addPlaces } from "./commands/places.ts";
import { addWaitlist } from "./commands/waitlist.ts";
import { flagsOf } from "./flags.ts";
import { OPERATIONS, operationNamed } from "./operations.ts";
import { addOperations } from "./program.ts";

/** Their command needs a file and is no operation's own. */
const IMPORTS = ["admin.pois.import", "admin.waitlist.import"];
const PATHS = OPERATIONS.map(({ path }) => path)
  .filter(hasCommand)
  .filter((path) => !IMPORTS.includes(path));
const NASTY = `it's "50%" of $HOME; -x`;

/** A value for every flag of an operation; booleans are this value. */
function sampleOf(operation: Operation, flag: boolean): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { name, parent, kind, choices, secret } of flagsOf(operation)) {
    if (secret) continue;
    const text = choices[0] ?? NASTY;
    const value = { text, number: 25, boolean: flag, list: [text, choices[1] ?? "-second"] }[kind];
    if (parent === null) input[name] = value;
    else input[parent] = { ...(input[parent] as object | undefined), [name]: value };
  }
  const positionals = operation.cli?.positionals.map((name) => [name, NASTY]) ?? [];
  return { ...input, ...Object.fromEntries(positionals) };
}

const PASSWORD = "violet camel orbit nine";
beforeAll(() => {
  process.env.RIHLA_NEW_PASSWORD = PASSWORD;
});
afterAll(() => {
  delete process.env.RIHLA_NEW_PASSWORD;
});

/** What the command reads from the environment instead of the line. */
const requiredSecretsOf = (operation: Operation) =>
  Object.fromEntries(
    flagsOf(operation)
      .filter(({ secret, required }) => secret && required)
      .map(({ name }) => [name, PASSWORD]),
  );

const calls: { path: string; input: unknown }[] = [];
const program = new Command("rihla").exitOverride().configureOutput({ outputError: () => {} });
program.option("--yes");
const keepCall = async ({ operation, input }: { readonly operation: Operation; readonly input: unknown }) => {
  calls.push({ path: operation.path, input });
  return 0;
};
addOperations(program, OPERATIONS, () => {}, keepCall);

/** The arguments of each line, as one shell splits them. */
function splitByShell(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `set -- ${line}; printf '%s\\0' "$@"; printf '\\001'`).join("\n");
  const split = Bun.spawnSync(["sh", "-c", script]).stdout.toString();
  return split
    .split("\u0001")
    .slice(0, -1)
    .map((args) => args.split("\0").slice(0, -1));
}

/** What commander makes of lines that a shell has split. */
async function allParsed(lines: readonly string[]): Promise<{ path: string; input: unknown }[]> {
  calls.length = 0;
  for (const [, ...args] of splitByShell(lines)) await program.parseAsync(args, { from: "user" });
  if (calls.length !== lines.length) throw new Error(`${lines.length} lines make ${calls.length} calls`);
  return [...calls];
}

async function parsed(line: string): Promise<{ path: string; input: unknown } | undefined> {
  const [call] = await allParsed([line]);
  return call;
}

test("the commands that screens copy are those of the command line", () => {
  const lines = PATHS.map((path) => {
    const { cli } = operationNamed(path);
    const positionals = cli?.positionals.map((name) => `<${name}>`) ?? [];
    return [path, [...(cli?.words ?? []), ...positionals].join(" ")];
  });
  const imports = {
    "admin.pois.import": "poi import <file>",
    "admin.waitlist.import": "waitlist import <file>",
  };
  expect({ ...Object.fromEntries(lines), ...imports }).toEqual({ ...COMMANDS });
  const program = new Command("rihla");
  for (const add of [addPlaces, addWaitlist]) add(program, () => {});
  const files = program.commands.map((noun) => {
    const command = noun.commands.find((each) => each.name() === "import");
    return `${noun.name()} import ${command?.registeredArguments.map((each) => `<${each.name()}>`)}`;
  });
  expect(files).toEqual(Object.values(imports));
});

test("a command is offered to the roles that its procedure admits", () => {
  const guards = PATHS.map((path) => {
    const { guard } = operationNamed(path);
    return [path, guard.kind === "staff" ? [...guard.roles].sort() : ["admin", "super_admin"]];
  });
  expect(Object.fromEntries(guards)).toEqual(
    Object.fromEntries(PATHS.map((path) => [path, [...rolesOf(path)].sort()])),
  );
});

test.each([true, false])(
  "every copied line calls its procedure with the same input, with flags %p",
  async (flag) => {
    const given = PATHS.map((path) => ({ path, input: sampleOf(operationNamed(path), flag) }));
    const read = await allParsed(given.map(({ path, input }) => commandLine(path, input)));
    expect(read).toEqual(
      given.map(({ path, input }) => ({
        ...{ path, input: { ...input, ...requiredSecretsOf(operationNamed(path)) } },
      })),
    );
  },
);

test("every command about a record calls its procedure with an input that it takes", async () => {
  const record = { id: "0f5a", email: "hana@example.com", to: "hana@example.com", isActive: true };
  const inquiry = { stage: "won", assigneeId: null, placeId: "0f5b" };
  const states = ["draft", "sending", "sent", "failed"].flatMap((state) => [
    { ...record, ...inquiry, state, status: "succeeded" },
    { ...record, ...inquiry, state, status: "open", isActive: false },
  ]);
  const lines = Object.values(RECORD_COMMANDS).flatMap((commandsOf) => states.flatMap(commandsOf));
  const different = new Map(lines.map((each) => [commandLine(each.path, each.input), each]));
  const read = await allParsed([...different.keys()]);
  expect(read).toEqual([...different.values()].map(({ path, input }) => ({ path, input: { ...input } })));
  for (const { path, input } of different.values()) {
    expect([path, operationNamed(path).input?.safeParse(input).success]).toEqual([path, true]);
  }
  expect(new Set(lines.map(({ path }) => path)).size).toBeGreaterThan(30);
});

test("what is not set is left out of a copied line, and plain values are not quoted", () => {
  const path: CommandPath = "admin.partnerships.list";
  const input = { q: undefined, answered: false, limit: 25, sort: "newest" };
  expect(commandLine(path, input)).toBe("rihla partnership list --no-answered --limit 25 --sort newest");
  const since = new Date("2026-01-02T03:04:05.000Z");
  expect(commandLine("admin.audit.list", { since, actor: "Aisha Noor" })).toBe(
    "rihla audit list --since 2026-01-02T03:04:05.000Z --actor 'Aisha Noor'",
  );
});

test("a password is never part of a copied line", () => {
  const secrets = PATHS.flatMap((path) =>
    flagsOf(operationNamed(path)).flatMap(({ name, secret }) => (secret ? [[path, name] as const] : [])),
  );
  expect(secrets.length).toBeGreaterThan(3);
  for (const [path, name] of secrets)
    expect(commandLine(path, { id: "0f5a", [name]: "violet camel" })).not.toContain("violet");
});

test("an address that reads as a flag or as a file for the shell stays an address in a copied line", async () => {
  for (const email of ["--yes@example.com", "-x=$HOME@example.com", "=ls@example.com"])
    for (const path of ["admin.waitlist.forget", "mail.suppress"] as const)
      expect(await parsed(commandLine(path, { email }))).toEqual({ path, input: { email } });
  expect(commandLine("mail.suppress", { email: "--yes@example.com" })).toBe(
    "rihla mail suppress -- --yes@example.com",
  );
  expect(commandLine("mail.suppress", { email: "=ls@example.com" })).toBe(
    "rihla mail suppress '=ls@example.com'",
  );
});

test("a pasted line gives an interactive shell exactly the typed text, and nothing to expand, complete or run", () => {
  const texts = [
    ...["$(id)", "`id`", "'; id; '", "\\'; id #", "!!", "it's !ls", "a'\n!!\n'b", "^a^b", "~root", "*", "\\"],
    ...[
      "a\tb",
      "\rid\r",
      "\u0003",
      "\u001b[31m1",
      "\u009b31m",
      "\u007f!!",
      "\u202Eabc",
      "\u2066'\t\\",
      "\u200b7\t",
    ],
    ...["نور", "\u2019; id #", "-rf\t", "\n", "", "$'\\t'", "a\n\tb!"],
  ];
  const lines = texts.map((firstName) => commandLine("admin.waitlist.update", { id: "0f5a", firstName }));
  const typed = [
    "set -o histexpand; PS1=; PS2=",
    `rihla() { printf '%s\\0' "\${@: -1}"; }`,
    ...lines,
    "exit",
    "",
  ];
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", HISTFILE: "" };
  const { stdout } = Bun.spawnSync(["bash", "--norc", "-i"], { stdin: Buffer.from(typed.join("\n")), env });
  const values = stdout.toString().split("\0").slice(0, -1);
  expect(values.map((value) => value.replace(/^--first-name=/, ""))).toEqual(texts);
});

test("an act on many records is copied as one line for each, which asks for no confirmation", async () => {
  const ids = ["0f5a", "-1b"];
  for (const path of Object.keys(BULK_ACTS) as ActPath[]) {
    const command = commandOfAct(path);
    const flags = { ...sampleOf(operationNamed(path), true), ids: undefined, act: undefined };
    const input = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
    const lines = linesOf({ path, input: { ...input, ids, act: "7c" } });
    expect(await allParsed(lines)).toEqual(ids.map((id) => ({ path: command, input: { id, ...input } })));
    expect([path, lines.every((line) => line.includes("--yes"))]).toEqual([path, /delete/.test(path)]);
  }
});

test("an act with a separate procedure for operators is copied as the line of that procedure", () => {
  for (const [path, command] of Object.entries(RENAMED_ACTS))
    expect(linesOf({ path: path as ActPath, input: { id: "0f5a" } })).toEqual([
      commandLine(command, { id: "0f5a" }),
    ]);
});

test("facts are copied as text or JSON, and withdrawn facts as --unset", async () => {
  const path = "admin.facts.save";
  const given = {
    ...{
      hours: { week: { mon: [["09:00", "17:00"]] }, note: "Ring" },
      closed: { closed: true, movedTo: "5 'Elm' St" },
    },
    ...{ parking: "-behind it", alcohol: null, wudu: false, prayerRoom: true, jumuah: "", slaughter: "hand" },
  };
  const [line = ""] = linesOf({ path, input: { id: "0f5a", ...given } });
  const call = await parsed(line);
  expect(call).toEqual({ path, input: { id: "0f5a", ...given, jumuah: null } });
  expect(operationNamed(path).input?.safeParse(call?.input).success).toBe(true);
  const [yes = "", no = ""] = [true, false].flatMap((closed) =>
    linesOf({ path, input: { id: "0f5a", closed, parking: closed } }),
  );
  expect([await parsed(yes), await parsed(no)].map((call) => call?.input)).toEqual([
    { id: "0f5a", closed: true, parking: true },
    { id: "0f5a", closed: false, parking: false },
  ]);
});

test("an emptied field stays empty in a copied line, and an optional argument may be missing", async () => {
  const input = { id: "0f5a", city: "", firstName: "-" };
  expect(await parsed(commandLine("admin.waitlist.update", input))).toEqual({
    path: "admin.waitlist.update",
    input,
  });
  expect(commandLine("admin.sync.retry", {})).toBe("rihla sync retry");
});
