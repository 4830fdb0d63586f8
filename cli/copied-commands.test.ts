import { afterAll, beforeAll, expect, test } from "bun:test";
import { Command } from "commander";
import type { Operation } from "../src/core/rpc/operations.ts";
import { COMMAND_WORDS, linesOf } from "../src/shared/command-line.ts";
import { flagsOf } from "./flags.ts";
import { OPERATIONS, operationNamed } from "./operations.ts";
import { addOperations } from "./program.ts";

const wordsOf = ({ cli }: Operation): string =>
  [...(cli?.words ?? []), ...(cli?.positionals ?? []).map((name) => `<${name}>`)].join(" ");

/** What a screen calls, and the operation that its line calls: its own, that for one of many records, or an operator's. */
const PAIRS = Object.entries(COMMAND_WORDS).map(([path, words]) => {
  const same = OPERATIONS.filter((each) => wordsOf(each) === words);
  return { path, operation: same.find((each) => each.path === path) ?? same[0] };
});
const isMany = (path: string): boolean => path.endsWith("Many");
const operationAt = (path: string): Operation => {
  const operation = PAIRS.find((each) => each.path === path)?.operation;
  if (!operation) throw new Error(`no command does what ${path} does`);
  return operation;
};
const SINGLE = PAIRS.map(({ path }) => path).filter((path) => !isMany(path));
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

test("every command that screens copy is one of the command line", () => {
  expect(PAIRS.filter(({ operation }) => operation === undefined)).toEqual([]);
  expect(SINGLE.length).toBeGreaterThan(90);
});

test.each([true, false])(
  "every copied line calls its procedure with the same input, with flags %p",
  async (flag) => {
    const given = SINGLE.filter((path) => path !== "admin.facts.save").map((path) => ({
      path,
      operation: operationAt(path),
      input: sampleOf(operationAt(path), flag),
    }));
    const read = await allParsed(given.flatMap(({ path, input }) => linesOf(path, input)));
    expect(read).toEqual(
      given.map(({ operation, input }) => ({
        path: operation.path,
        input: { ...input, ...requiredSecretsOf(operation) },
      })),
    );
  },
);

test("what is not set is left out of a copied line, and plain values are not quoted", () => {
  const path = "admin.partnerships.list";
  const input = { q: undefined, answered: false, limit: 25, sort: "newest" };
  expect(linesOf(path, input)).toEqual(["rihla partnership list --no-answered --limit 25 --sort newest"]);
  const since = new Date("2026-01-02T03:04:05.000Z");
  expect(linesOf("admin.audit.list", { since, actor: "Aisha Noor" })).toEqual([
    "rihla audit list --since 2026-01-02T03:04:05.000Z --actor 'Aisha Noor'",
  ]);
});

test("a password is never part of a copied line", () => {
  const secrets = SINGLE.flatMap((path) =>
    flagsOf(operationAt(path)).flatMap(({ name, secret }) => (secret ? [[path, name] as const] : [])),
  );
  expect(secrets.length).toBeGreaterThan(3);
  for (const [path, name] of secrets)
    expect(linesOf(path, { id: "0f5a", [name]: "violet camel" }).join()).not.toContain("violet");
});

test("an address that reads as a flag or as a file for the shell stays an address in a copied line", async () => {
  const calls = {
    "admin.waitlist.forget": "admin.waitlist.forget",
    "admin.mails.suppress": "operator.mail.suppress",
  };
  for (const email of ["--yes@example.com", "-x=$HOME@example.com", "=ls@example.com"])
    for (const [screen, path] of Object.entries(calls))
      expect(await allParsed(linesOf(screen, { email }))).toEqual([{ path, input: { email } }]);
  expect(linesOf("admin.mails.suppress", { email: "--yes@example.com" })).toEqual([
    "rihla mail suppress -- --yes@example.com",
  ]);
  expect(linesOf("admin.mails.suppress", { email: "=ls@example.com" })).toEqual([
    "rihla mail suppress '=ls@example.com'",
  ]);
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
  const lines = texts.flatMap((firstName) => linesOf("admin.waitlist.update", { id: "0f5a", firstName }));
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
  for (const { path } of PAIRS.filter((each) => isMany(each.path))) {
    const operation = operationAt(path);
    const flags = { ...sampleOf(operation, true), ids: undefined, act: undefined };
    const input = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
    const lines = linesOf(path, { ...input, ids, act: "7c" });
    expect(await allParsed(lines)).toEqual(
      ids.map((id) => ({ path: operation.path, input: { id, ...input } })),
    );
    expect([path, lines.every((line) => line.includes("--yes"))]).toEqual([path, /delete/.test(path)]);
  }
});

test("what no command does has no line", () => {
  expect(linesOf("admin.mfa.enable", { code: "123456" })).toEqual([]);
});

test("facts are copied as text or JSON, and withdrawn facts as --unset", async () => {
  const path = "admin.facts.save";
  const given = {
    hours: { week: { mon: [["09:00", "17:00"]] }, note: "Ring" },
    closed: { closed: true, movedTo: "5 'Elm' St" },
    parking: "-behind it",
    alcohol: null,
    wudu: false,
    prayerRoom: true,
    jumuah: "",
    slaughter: "hand",
  };
  const [line = ""] = linesOf(path, { id: "0f5a", ...given });
  const call = await parsed(line);
  expect(call).toEqual({ path, input: { id: "0f5a", ...given, jumuah: null } });
  expect(operationNamed(path).input?.safeParse(call?.input).success).toBe(true);
  const [yes = "", no = ""] = [true, false].flatMap((closed) =>
    linesOf(path, { id: "0f5a", closed, parking: closed }),
  );
  expect([await parsed(yes), await parsed(no)].map((call) => call?.input)).toEqual([
    { id: "0f5a", closed: true, parking: true },
    { id: "0f5a", closed: false, parking: false },
  ]);
});

test("an emptied field stays empty in a copied line, and an optional argument may be missing", async () => {
  const input = { id: "0f5a", city: "", firstName: "-" };
  const path = "admin.waitlist.update";
  expect(await allParsed(linesOf(path, input))).toEqual([{ path, input }]);
  expect(linesOf("sync.retry", {})).toEqual(["rihla sync retry"]);
});
