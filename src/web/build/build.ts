import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { readEnv, SettingError } from "../../env.ts";
import type { WebBrand } from "../lib/brand.ts";
import { MANIFEST, type WebManifest } from "./manifest.ts";

/** Settings of the operator that pages show. */
export interface Site {
  readonly brand: WebBrand;
  readonly publicUrl: string;
}

const ROOT = resolve(import.meta.dir, "../../..");
const INPUTS = ["src/web/**/*", "src/shared/**/*.ts", "src/modules/*/schema.ts", "public/**/*", "bun.lock"];

/** Builds the web into `outDir`, unless none of its inputs has changed. */
export async function buildWeb(outDir: string, site: Site = siteOf(readEnv())): Promise<WebManifest> {
  const hash = await hashOf(site);
  const current = await manifestOf(outDir);
  if (current?.hash === hash) return current;
  const temporary = `${outDir}.${process.pid}`;
  await bundleInChildProcess(temporary, site, hash);
  await replaceDirectory(outDir, temporary);
  const built = await manifestOf(outDir);
  if (!built) throw new Error(`The build left no ${MANIFEST} in ${outDir}`);
  return built;
}

export function siteOf(env: { readonly brand: WebBrand; readonly publicUrl: URL }): Site {
  return { brand: env.brand, publicUrl: env.publicUrl.origin };
}

async function hashOf(site: Site): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(JSON.stringify([site, Bun.version]));
  const paths = INPUTS.flatMap((input) => [...new Bun.Glob(input).scanSync({ cwd: ROOT })]).sort();
  for (const path of paths) {
    hasher.update(`\0${path}\0`);
    hasher.update(await Bun.file(`${ROOT}/${path}`).bytes());
  }
  return hasher.digest("hex").slice(0, 16);
}

async function manifestOf(dir: string): Promise<WebManifest | null> {
  const file = Bun.file(`${dir}/${MANIFEST}`);
  return (await file.exists()) ? ((await file.json()) as WebManifest) : null;
}

/** React and the router read NODE_ENV when they are imported, so the bundle runs in a child process. */
async function bundleInChildProcess(dir: string, site: Site, hash: string): Promise<void> {
  const child = Bun.spawn({
    cmd: [process.execPath, `${import.meta.dir}/bundle.ts`, resolve(dir), JSON.stringify(site), hash],
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("The web could not be built");
}

/** Two processes may build at once; the last one wins, and their files are identical. */
async function replaceDirectory(dir: string, fresh: string): Promise<void> {
  const old = `${fresh}.old`;
  await rename(dir, old).catch(() => undefined);
  await rename(fresh, dir).catch(() => undefined);
  await Promise.all([rm(old, { recursive: true, force: true }), rm(fresh, { recursive: true, force: true })]);
}

/** Prints a bad setting as its sentence alone: the build is the first step of a start. */
function failBuild(error: unknown): never {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}

if (import.meta.main) {
  const began = performance.now();
  const { hash } = await buildWeb(process.argv[2] ?? "dist/web").catch(failBuild);
  console.log(`web ${hash} in ${Math.round(performance.now() - began)} ms`);
}
