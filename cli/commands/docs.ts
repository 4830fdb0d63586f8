import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { programFile } from "../../src/env/program.ts";
import { CliError, EXIT } from "../errors.ts";
import { write, writeJson } from "../output/output.ts";
import type { Finish } from "../program.ts";
import type { Globals } from "../run.ts";

const TOP = ["CHANGELOG.md", "LICENSE"];

/** Those of `docs`, named by their path in it, and two of the top folder. */
function documents(): ReadonlyMap<string, string> {
  const inside = readdirSync(programFile("docs"), { recursive: true, encoding: "utf8" });
  const files = inside.filter((path) => /\.\w+$/.test(path)).sort();
  return new Map([
    ...TOP.map((name) => [name, name] as const),
    ...files.map((path) => [path, `docs/${path}`] as const),
  ]);
}

export function addDocs(program: Command, finish: Finish): void {
  program
    .command("docs")
    .description("Print a document or a runbook of this version, or their names")
    .argument("[name]", "such as operations.md or runbooks/restore.sh")
    .action(async (name: string | undefined, _options, command: Command) => {
      const all = documents();
      const names = [...all.keys()];
      if (name === undefined)
        await (command.optsWithGlobals<Globals>().json ? writeJson(names) : write(`${names.join("\n")}\n`));
      else {
        const path = all.get(name) ?? all.get(`${name}.md`);
        if (path === undefined)
          throw new CliError("notFound", `There is no document ${name}: run \`rihla docs\`.`);
        await write(readFileSync(programFile(path), "utf8"));
      }
      finish(EXIT.done);
    });
}
