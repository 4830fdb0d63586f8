import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  type ActPath,
  BULK_ACTS,
  commandOfAct,
  RENAMED_ACTS,
} from "../../../shared/commands/act-commands.ts";
import { commandOfList, hasCommand } from "../../../shared/commands/commands.ts";
import { WITHOUT_COMMAND } from "./acts.ts";

const SOURCE = join(import.meta.dir, "../../..");
const files = ["web", "shared/commands"]
  .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(SOURCE)])
  .filter((file) => !/(\.test|copy-command\/acts|act-commands|command-words)\.ts$/.test(file));
const texts = await Promise.all(files.map((file) => Bun.file(join(SOURCE, file)).text()));

/** Undo buttons of toasts: the line is offered where it is undone later. */
const UNDONE_AT: Readonly<Record<string, ActPath>> = {
  "admin.partnerships.restore": "admin.trash.restore",
  "admin.quarantine.restore": "admin.trash.restore",
  "admin.trash.restoreAct": "admin.trash.restore",
  "admin.users.update": "admin.users.setRole",
};

/** The procedures of staff that screens call, with how they call them. */
const called = (calls: RegExp): string[] => {
  const paths = texts.flatMap((text) =>
    [...text.matchAll(calls)].map(([, path = ""]) => path.replaceAll(/\s/g, "")),
  );
  return [...new Set(paths)].filter((path) => /^(admin|reviews|partnerManager)\./.test(path)).sort();
};

const isOffered = (path: string): boolean => texts.some((text) => text.includes(`"${path}"`));

test("every act that a screen offers to staff is offered as a command", () => {
  const acts = called(/(?:trpc|client)\.([\w.\s]+?)\s*\.(?:useMutation|mutate)\(/g);
  expect(acts.length).toBeGreaterThan(80);
  const missing = acts.filter((path) => {
    if (path in WITHOUT_COMMAND) return false;
    const offered = UNDONE_AT[path] ?? path;
    return !(isOffered(offered) || (offered in RENAMED_ACTS && isOffered(commandOfAct(offered as ActPath))));
  });
  expect(missing).toEqual([]);
});

test("every list that a screen shows to staff is offered as a command", () => {
  const lists = called(/utils\.([\w.]+)\.queryOptions\(/g);
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter((path) => commandOfList(path) === null)).toEqual([]);
});

test("no act is both a command and without one", () => {
  const paths = Object.keys(WITHOUT_COMMAND);
  expect(paths.filter((path) => hasCommand(path) || path in BULK_ACTS || path in RENAMED_ACTS)).toEqual([]);
});
