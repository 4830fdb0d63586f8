import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { buildInfo, programFile } from "../env/program.ts";
import { readEnv } from "../env.ts";
import { makeExecutable, TARGETS, type Target } from "./build.ts";
import { findPages } from "./pages.ts";

/** Makes what a release publishes, in `dist/release`: the executables, their checksums, a bill of materials and the notes. */

const FOLDER = programFile("dist/release");

/** The chapter of a version in the change log, without its heading. Throws if there is none. */
export function notesOf(changes: string, version: string): string {
  const chapter = changes.split(/^## /m).find((each) => each.split(/\s/, 1)[0] === version);
  if (chapter === undefined) throw new Error(`CHANGELOG.md has no chapter of version ${version}.`);
  return `${chapter.split("\n").slice(1).join("\n").trim()}\n`;
}

interface Component {
  readonly type: "library" | "platform";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
}

/** The folders of the packages that modules come from, such as `node_modules/@trpc/server`. */
export const packagesOf = (modules: readonly string[]): readonly string[] =>
  [...new Set(modules.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))].sort();

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace("@", "%40")}@${version}`;

async function componentOf(folder: string): Promise<Component> {
  const { name, version, license } = await Bun.file(programFile(`${folder}/package.json`)).json();
  const licenses = typeof license === "string" && { licenses: [{ expression: license }] };
  return { type: "library", name, version, purl: purlOf(name, version), ...licenses };
}

/** The packages in an executable, and Bun, as CycloneDX. */
export async function billOfMaterials(modules: readonly string[]): Promise<string> {
  const { version } = buildInfo;
  const bun = { type: "platform", name: "bun", version: Bun.version, purl: purlOf("bun", Bun.version) };
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: packageFile.name, version } },
    components: [bun, ...(await Promise.all(packagesOf(modules).map(componentOf)))],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

async function release(): Promise<void> {
  const { version } = buildInfo;
  const notes = notesOf(await Bun.file(programFile("CHANGELOG.md")).text(), version);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const pages = await findPages(readEnv({}), console.error); // not those of the settings of who releases
  const made = new Map<string, string>([["notes.md", notes]]);
  for (const target of Object.keys(TARGETS) as Target[]) {
    const name = `rihla-${version}-${target}`;
    const modules = await makeExecutable(join(FOLDER, name), pages, target);
    made.set("rihla.cdx.json", await billOfMaterials(modules)); // the same for each target
    const bytes = await Bun.file(join(FOLDER, name)).bytes();
    const checksum = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    made.set("SHA256SUMS", `${made.get("SHA256SUMS") ?? ""}${checksum}  ${name}\n`);
  }
  for (const [name, text] of made) await Bun.write(join(FOLDER, name), text);
  for (const name of new Bun.Glob("*").scanSync({ cwd: FOLDER }))
    console.log(`${join(FOLDER, name)}  ${((await stat(join(FOLDER, name))).size / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) {
  try {
    await release();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
