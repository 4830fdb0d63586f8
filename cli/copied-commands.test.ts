import { expect, test } from "bun:test";
import { Command } from "commander";
import type { Operation } from "../src/core/rpc/operations.ts";
import { commandLine } from "../src/shared/commands/command-line.ts";
import { COMMANDS, type CommandPath, hasCommand } from "../src/shared/commands/commands.ts";
import { RECORD_COMMANDS } from "../src/shared/commands/record-commands.ts";
import { flagsOf } from "./flags.ts";
import { OPERATIONS, operationNamed } from "./operations.ts";
import { addOperations } from "./program.ts";

const PATHS = OPERATIONS.map(({ path }) => path).filter(hasCommand);
const NASTY = `it's "50%" of $HOME; -x`;

/** A value for every flag of an operation; booleans are this value. */
function sampleOf(operation: Operation, flag: boolean): Record<string, unknown> {
  const values = flagsOf(operation).map(({ name, kind, choices }) => {
    const text = choices[0] ?? NASTY;
    const of = { text, number: 25, boolean: flag, list: [text, choices[1] ?? "-second"] };
    return [name, of[kind]];
  });
  const positionals = operation.cli?.positionals.map((name) => [name, NASTY]) ?? [];
  return Object.fromEntries([...values, ...positionals]);
}

/** What commander makes of a line that a shell has split. */
async function parsed(line: string): Promise<{ path: string; input: unknown }> {
  const calls: { path: string; input: unknown }[] = [];
  const program = new Command("rihla").exitOverride().configureOutput({ outputError: () => {} });
  addOperations(
    program,
    OPERATIONS,
    () => {},
    async ({ operation, input }) => {
      calls.push({ path: operation.path, input });
      return 0;
    },
  );
  const split = Bun.spawnSync(["sh", "-c", `set -- ${line}; printf '%s\\0' "$@"`]).stdout.toString();
  const [, ...args] = split.split("\0").slice(0, -1);
  await program.parseAsync(args, { from: "user" });
  const [call] = calls;
  if (!call) throw new Error(`${line} calls nothing`);
  return call;
}

test("the commands that screens copy are those of the command line", () => {
  const lines = PATHS.map((path) => {
    const { cli } = operationNamed(path);
    const positionals = cli?.positionals.map((name) => `<${name}>`) ?? [];
    return [path, [...(cli?.words ?? []), ...positionals].join(" ")];
  });
  expect(Object.fromEntries(lines)).toEqual({ ...COMMANDS });
});

test.each([true, false])(
  "every copied line calls its procedure with the same input, with flags %p",
  async (flag) => {
    for (const path of PATHS) {
      const input = sampleOf(operationNamed(path), flag);
      expect(operationNamed(path).cli).not.toBeNull();
      expect(await parsed(commandLine(path, input))).toEqual({ path, input });
    }
  },
);

test("every command about a record calls its procedure with an input that it takes", async () => {
  const record = { id: "0f5a", email: "hana@example.com", to: "hana@example.com", isActive: true };
  const states = ["draft", "sending", "sent", "failed"].flatMap((state) => [
    { ...record, state, status: "succeeded" },
    { ...record, state, status: "open", isActive: false },
  ]);
  const lines = Object.values(RECORD_COMMANDS).flatMap((commandsOf) => states.flatMap(commandsOf));
  for (const { path, input } of lines) {
    expect(await parsed(commandLine(path, input))).toEqual({ path, input: { ...input } });
    expect([path, operationNamed(path).input?.safeParse(input).success]).toEqual([path, true]);
  }
  expect(new Set(lines.map(({ path }) => path)).size).toBeGreaterThan(30);
});

test("what is not set is left out of a copied line, and plain values are not quoted", () => {
  const path: CommandPath = "admin.partnerships.list";
  const input = { q: undefined, businessType: "", answered: false, limit: 25, sort: "newest" };
  expect(commandLine(path, input)).toBe("rihla partnership list --no-answered --limit 25 --sort newest");
  const since = new Date("2026-01-02T03:04:05.000Z");
  expect(commandLine("admin.audit.list", { since, actor: "Aisha Noor" })).toBe(
    "rihla audit list --since 2026-01-02T03:04:05.000Z --actor 'Aisha Noor'",
  );
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
