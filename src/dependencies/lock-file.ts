import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dir, "../..");

export interface LockedPackage {
  /** Its place below `node_modules`, such as `a` or `a/b` for the `b` of `a` alone. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** `sha512-` and the checksum of its archive in base64. */
  readonly integrity: string;
  /** The keys of what it needs. */
  readonly needs: readonly string[];
  /** False if only development needs it. */
  readonly production: boolean;
}

type Names = Readonly<Record<string, string>>;

interface Needs {
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly optionalPeers?: readonly string[];
}

interface LockFile {
  readonly workspaces: { readonly "": { readonly dependencies: Names } };
  readonly packages: Readonly<Record<string, readonly [string, string, Needs, string]>>;
}

/** The packages that a `bun.lock` pins. */
export function readLock(text: string): readonly LockedPackage[] {
  const { workspaces, packages } = Bun.JSONC.parse(text) as LockFile;
  const needsOf = (key: string) => {
    const [, , needs = {}] = packages[key] ?? [];
    const names = { ...needs.dependencies, ...needs.optionalDependencies, ...needs.peerDependencies };
    const required = Object.keys(names).filter((name) => !needs.optionalPeers?.includes(name));
    return required.flatMap((name) => foundFrom(key, name, packages) ?? []);
  };
  const reached = new Set(Object.keys(workspaces[""].dependencies));
  for (const key of reached) for (const needed of needsOf(key)) reached.add(needed); // a set grows while it is read
  return Object.entries(packages).map(([key, [id, , , integrity]]) => {
    const at = id.lastIndexOf("@");
    const [name, version] = [id.slice(0, at), id.slice(at + 1)];
    return { key, name, version, integrity, needs: needsOf(key), production: reached.has(key) };
  });
}

export const lockedPackages = (): readonly LockedPackage[] =>
  readLock(readFileSync(join(ROOT, "bun.lock"), "utf8"));

/** As Node resolves it: from the package's own folder upwards. */
function foundFrom(key: string, name: string, packages: LockFile["packages"]): string | undefined {
  const parts = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  for (let depth = parts.length; depth >= 0; depth--) {
    const candidate = [...parts.slice(0, depth), name].join("/");
    if (candidate in packages) return candidate;
  }
  return undefined;
}

interface Installed {
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

/** The `package.json` of the installed package; null if it is not installed here, as those for other systems. */
export function installedPackage({ key }: LockedPackage): Installed | null {
  const path = key.replace(/(@[^/]+\/[^/]+|[^/@]+)\/(?=.)/g, "$1/node_modules/");
  const file = join(ROOT, "node_modules", path, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Installed) : null;
}

/** The `license` of the installed package; null if it is not installed here. */
export function licenseOf(locked: LockedPackage): string | null {
  const installed = installedPackage(locked);
  if (installed === null) return null;
  const given = installed.license ?? installed.licenses?.[0];
  return typeof given === "object" ? given.type : (given ?? "none");
}
