import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import * as os from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { skipLine } from "../e2e/harness/suite.ts";
import { flagsOf } from "./flags.ts";
import { OPERATIONS, operationNamed } from "./operations.ts";
import { NOUNS } from "./overrides.ts";
import { PASSWORD, rihla, rihlaProcess, SLOW } from "./testing.ts";

let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(join(os.tmpdir(), "rihla-cli-"));
  env = { DATA_DIR: join(home, "data") };
});

afterAll(() => rm(home, { recursive: true, force: true }));

test(
  "Wrong usage exits 2 with one sentence that suggests the intended command",
  async () => {
    const mistyped = await rihlaProcess(["waitlist", "lsit"], env);
    expect(mistyped).toEqual({ exit: 2, out: "", err: "unknown command 'lsit' (Did you mean list?)\n" });
    const results = await Promise.all([
      rihla(["wait"], env),
      rihla(["waitlist"], env),
      rihla(["waitlist", "forget"], env),
      rihla(["waitlist", "list", "--colour", "red"], env),
      rihla(["completion", "tcsh"], env),
      rihla(["partnership", "create", "--business-type", "zoo"], env),
    ]);
    expect(results.map(({ exit }) => exit)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(results.every(({ out }) => out === "")).toBe(true);
  },
  SLOW,
);

test(
  "With --json every failure is JSON on stderr, usage errors included",
  async () => {
    const { exit, out, err } = await rihlaProcess(["waitlist", "list", "--colour", "--json"], env);
    expect([exit, out, JSON.parse(err)]).toEqual([
      2,
      "",
      { error: "unknown option '--colour'", code: "INVALID_INPUT" },
    ]);
  },
  SLOW,
);

test("help before or after a noun prints what --help prints, and exits 0", async () => {
  const run = (line: string) => rihla(line.split(" "), env);
  const same = [
    ["--help", "help"],
    ["waitlist --help", "help waitlist", "waitlist help"],
    ["waitlist list --help", "help waitlist list", "waitlist help list"],
    ["serve --help", "help serve", "serve help"],
  ];
  for (const [flag = "", ...others] of same) {
    const asked = await run(flag);
    expect([asked.exit, asked.err]).toEqual([0, ""]);
    expect(asked.out).toContain("Usage: rihla");
    for (const line of others) expect([line, await run(line)]).toEqual([line, asked]);
  }
  expect((await run("help nothing-of-this-name")).exit).toBe(2);
  expect((await run("waitlist")).exit).toBe(2); // a verb is missing
}, 120_000);

test("--help exits 0 and prints to stdout", async () => {
  const { exit, out, err } = await rihla(["waitlist", "export", "--help"], env);
  expect([exit, err]).toEqual([0, ""]);
  expect(out).toContain("--out <file>");
  expect(out).toContain("--json");
}, 60_000);

test("--version prints the version and the revision, and stays a flag of the commands that have one", async () => {
  const plain = await rihla(["--version"], env);
  expect([plain.exit, plain.err]).toEqual([0, ""]);
  expect(plain.out).toMatch(/^rihla \d+\.\d+\.\d+( \([0-9a-f]+\))?\n$/);
  const json = JSON.parse((await rihla(["-V", "--json"], env)).out);
  expect(plain.out).toContain(json.version);
  const decide = await rihla(["sync", "decide", "0f5a", "--version"], env);
  expect([decide.exit, decide.err.includes("--version <number>")]).toEqual([2, true]);
});

test(
  "A password is never accepted as a flag's value, nor repeated in the error",
  async () => {
    const create = ["admin", "create", "--username", "amina", "--email", "amina@example.org"];
    const joined = await rihla([...create, `--password=${PASSWORD}`], env);
    const apart = await rihla([...create, "--password", PASSWORD], env);
    const onFlag = await rihla([...create, `--password-stdin=${PASSWORD}`], env);
    for (const { exit, out, err } of [joined, apart, onFlag]) {
      expect(exit).toBe(2);
      expect(out + err).not.toContain(PASSWORD);
    }
  },
  SLOW,
);

test("--help shows --no- for a boolean that differs from its omission, and only for those", async () => {
  const { out: update } = await rihla(["waitlist", "update", "--help"], env);
  const { out: run } = await rihla(["sync", "run", "--help"], env);
  expect(update).toContain("--no-is-beta-tester");
  expect([run.includes("--full"), run.includes("--no-full")]).toEqual([true, false]);
});

test("Every noun has a help line of its own", () => {
  const nouns = OPERATIONS.flatMap(({ cli }) => cli?.words.slice(0, -1) ?? []);
  expect(nouns.filter((noun) => !(noun in NOUNS))).toEqual([]);
});

test("No operation takes a secret as a flag's value", () => {
  const flags = OPERATIONS.filter(({ cli }) => cli).flatMap(flagsOf);
  expect(flags.filter((flag) => /password|secret|token/i.test(flag.name) && !flag.secret)).toEqual([]);
  const create = flagsOf(operationNamed("admin.users.create"));
  expect(create.find(({ name }) => name === "password")).toMatchObject({ secret: true, required: true });
});

test("Flags are derived from the operation's schema, through every kind of wrapper", () => {
  const input = z.object({
    plainText: z.string().trim().optional(),
    maybe: z.boolean().nullish().default(false),
    limit: z.coerce.number().default(5),
    kind: z
      .enum(["a", "b", ""])
      .nullish()
      .transform((kind) => kind ?? ""),
    tags: z.array(z.string()).optional(),
    scopes: z.array(z.enum(["a", "b"])),
    newPassword: z.string().meta({ secret: true }).optional(),
  });
  const flags = flagsOf({ ...operationNamed("admin.waitlist.list"), input });
  expect(flags.map(({ option, kind, choices, secret }) => [option, kind, choices, secret])).toEqual([
    ["plain-text", "text", [], false],
    ["maybe", "boolean", [], false],
    ["limit", "number", [], false],
    ["kind", "text", ["a", "b"], false],
    ["tags", "list", [], false],
    ["scopes", "list", ["a", "b"], false],
    ["new-password", "text", [], true],
  ]);
});

test("A flag's help is the description of its field, else that of the command line", () => {
  const flags = flagsOf(operationNamed("admin.partnerships.progress"));
  const help = Object.fromEntries(flags.map((flag) => [flag.option, flag.help]));
  expect(help).toMatchObject({
    stage: "the stage of the inquiry",
    "assignee-id": "the id of a staff account; empty to unassign",
  });
});

test("An update without a flag is refused with the flags that it takes", async () => {
  const { exit, out, err } = await rihla(["waitlist", "update", "0f5a"], env);
  expect([exit, out, err]).toEqual([
    2,
    "",
    "There is nothing to change. Flags: --first-name, --email, --city, --is-beta-tester.\n",
  ]);
  for (const words of [
    ["poi", "update"],
    ["poi", "set-facts"],
    ["admin", "update"],
    ["partnership", "progress"],
  ])
    expect([words, (await rihla([...words, "0f5a", "--updated-at", "2026-01-01"], env)).exit]).toEqual([
      words,
      2,
    ]);
});

test("A fact is refused if it is not valid JSON or cannot be withdrawn", async () => {
  const facts = (...args: string[]) => rihla(["poi", "set-facts", "0f5a", ...args], env);
  const [broken, unknown] = [await facts("--closed", "{moved"), await facts("--unset", "name")];
  expect([broken.exit, broken.err]).toEqual([2, "--closed is not valid JSON.\n"]);
  expect([unknown.exit, unknown.err]).toEqual([2, expect.stringContaining("prayer-room")]);
});

test(
  "Without a terminal a command prompts for nothing, names the missing flag and creates nothing",
  async () => {
    const create = await rihlaProcess(
      ["admin", "create", "--username", "amina", "--email", "a@example.org"],
      env,
    );
    expect([create.exit, create.out]).toEqual([2, ""]);
    expect(create.err).toContain("--password-stdin");
    const forget = await rihla(["waitlist", "forget", "a@example.org"], env);
    expect(forget.exit).toBe(2);
    expect(forget.err).toContain("--yes");
    const remote = await rihla(["waitlist", "list", "--url", "https://rihla.example"], env);
    expect(remote.exit).toBe(2);
    expect(remote.err).toContain("RIHLA_USER");
    expect(await readdir(home)).toEqual([]);
  },
  SLOW,
);

test(
  "A password is never sent over plain http to another machine",
  async () => {
    const account = { ...env, RIHLA_USER: "amina", RIHLA_PASSWORD: PASSWORD };
    const { exit, err } = await rihla(["waitlist", "list", "--url", "http://rihla.example"], account);
    expect(exit).toBe(2);
    expect(err).toContain("https://");
  },
  SLOW,
);

test(
  "A read-only command reports a missing database and does not create it",
  async () => {
    const list = await rihla(["waitlist", "list", "--json"], env);
    expect(list.exit).toBe(7);
    expect(JSON.parse(list.err)).toMatchObject({ code: "UNAVAILABLE" });
    expect((await rihla(["doctor"], env)).exit).toBe(0);
    expect(await readdir(home)).toEqual([]);
  },
  SLOW,
);

test("Without a home directory there are no profiles, and only what saves one is refused", async () => {
  const missing = spyOn(os, "homedir").mockImplementation(() => {
    throw new Error("no passwd entry");
  });
  const run = (line: string) => rihla(line.split(" "), { ...env, XDG_CONFIG_HOME: "" });
  try {
    const works = ["--version", "docs", "config list", "profile list", "doctor"];
    for (const line of works) expect([line, (await run(line)).exit]).toEqual([line, 0]);
    for (const line of ["login --url http://127.0.0.1:9", "profile use local"])
      expect(await run(line)).toEqual({
        exit: 2,
        out: "",
        err: expect.stringContaining("set HOME or XDG_CONFIG_HOME"),
      });
  } finally {
    missing.mockRestore();
  }
});

test(
  "An invalid setting is named, in JSON too, and fails the doctor",
  async () => {
    const wrong = { ...env, DATABASE_URL: "mysql://nowhere" };
    const list = await rihla(["waitlist", "list", "--json"], wrong);
    expect([list.exit, JSON.parse(list.err).error]).toEqual([2, expect.stringContaining("DATABASE_URL")]);
    const doctor = await rihla(["doctor", "--json"], wrong);
    expect([doctor.exit, JSON.parse(doctor.out)[0].state]).toEqual([1, "fail"]);
  },
  SLOW,
);

test(
  "The doctor asks the server at --url only as someone, and warns while there is no database here",
  async () => {
    expect((await rihla(["doctor", "--url", "https://rihla.example"], env)).exit).toBe(2);
    const findings = JSON.parse((await rihla(["doctor", "--json"], env)).out);
    expect(findings.at(-1)).toMatchObject({ check: "database", state: "warn", remedy: expect.any(String) });
  },
  SLOW,
);

test(
  "The doctor names the file that settings were read from",
  async () => {
    const RIHLA_CONFIG = join(home, "rihla.env");
    await Bun.write(RIHLA_CONFIG, "LOG_LEVEL=warn\n");
    const [first] = JSON.parse((await rihla(["doctor", "--json"], { ...env, RIHLA_CONFIG })).out);
    await rm(RIHLA_CONFIG);
    expect(first).toMatchObject({ check: "settings", sentence: expect.stringContaining(RIHLA_CONFIG) });
  },
  SLOW,
);

const SHELLS = { bash: ["bash", "-n"], zsh: ["zsh", "-n"], fish: ["fish", "--no-execute"] } as const;

for (const [shell, check] of Object.entries(SHELLS)) {
  test(
    `The ${shell} completion script contains every command, and ${shell} can parse it`,
    async () => {
      const { exit, out } = await rihla(["completion", shell], env);
      expect(exit).toBe(0);
      for (const { cli } of OPERATIONS) for (const word of cli?.words ?? []) expect(out).toContain(word);
      if (Bun.which(shell) === null)
        return console.log(skipLine(`completion in ${shell}`, `${shell} is not installed`));
      const file = join(home, `completion.${shell}`);
      await Bun.write(file, out);
      const { exitCode } = Bun.spawnSync([...check, file]);
      await rm(file);
      expect(exitCode).toBe(0);
    },
    SLOW,
  );
}

const hasBash = Bun.which("bash") !== null;
if (!hasBash) console.log(skipLine("completion in bash", "bash is not installed"));
// Needs bash, which some machines lack; the reason is printed.
test.skipIf(!hasBash)(
  "Bash completes nouns, verbs, flags and the values of a flag with a fixed list",
  async () => {
    const { out } = await rihla(["completion", "bash"], env);
    const complete = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _rihla; echo "\${COMPREPLY[@]}"`;
      return Bun.spawnSync(["bash", "-c", `${out}\n${ask}`])
        .stdout.toString()
        .trim();
    };
    expect(complete("rihla", "waitl")).toBe("waitlist");
    expect(complete("rihla", "waitlist", "f")).toBe("forget");
    expect(complete("rihla", "waitlist", "list", "--pa")).toBe("--page");
    expect(complete("rihla", "completion", "z")).toBe("zsh");
    expect(complete("rihla", "claim", "list", "--status", "")).toBe("pending approved rejected");
    expect(complete("rihla", "waitlist", "list", "--sort", "na")).toBe("name");
    expect(complete("rihla", "waitlist", "list", "--sort", "name", "--pa")).toBe("--page");
    expect((await rihla(["completion", "fish"], env)).out).toContain(
      "-l 'status' -x -a 'pending approved rejected'",
    );
  },
  SLOW,
);

test("serve refuses --url, because it starts a server on this machine", async () => {
  const { exit, err } = await rihla(["serve", "--url", "http://127.0.0.1:1"], {});
  expect([exit, err]).toEqual([2, "`serve` starts a server on this machine, without --url.\n"]);
});
