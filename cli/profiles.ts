import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readVariable } from "./environment.ts";
import { CliError, usageError } from "./errors.ts";

const profileSchema = z.object({
  /** The origin of the server. */
  url: z.string(),
  username: z.string(),
  token: z.string(),
  expiresAt: z.string(),
});
const fileSchema = z.object({
  /** The name of the profile that commands use without --url; null for the local database. */
  default: z.string().nullable(),
  profiles: z.record(z.string(), profileSchema),
});

/** A server that the user is signed in to. */
export type Profile = z.infer<typeof profileSchema>;
type Profiles = z.infer<typeof fileSchema>;

/** Chosen like a profile, to use the local database again. */
export const LOCAL = "local";

const NONE: Profiles = { default: null, profiles: {} };

/** Null for a user without a home directory, as a container has. */
function configFolder(): string | null {
  const given = readVariable("XDG_CONFIG_HOME");
  if (given !== undefined) return join(given, "rihla");
  try {
    return join(homedir(), ".config", "rihla");
  } catch {
    return null;
  }
}

/** Throws a usage error if this user cannot have profiles. */
export function profilesFolder(): string {
  const folder = configFolder();
  if (folder !== null) return folder;
  throw usageError(
    "There is no home directory for a profile: set HOME or XDG_CONFIG_HOME, or use RIHLA_TOKEN.",
  );
}

const fileIn = (folder: string): string => join(folder, "profiles.json");

/** The saved profiles. Throws if the file was damaged. */
export function readProfiles(): Profiles {
  const folder = configFolder();
  if (folder === null || !existsSync(fileIn(folder))) return NONE;
  try {
    return fileSchema.parse(JSON.parse(readFileSync(fileIn(folder), "utf8")));
  } catch {
    throw new CliError("internal", `${fileIn(folder)} cannot be read: delete it and sign in again.`);
  }
}

/** Readable by the user alone, because it holds tokens. Renamed into place, so that it is never half written. */
function writeProfiles(profiles: Profiles): void {
  const folder = profilesFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const unfinished = `${fileIn(folder)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, fileIn(folder));
}

/** A profile is named after its server. */
export const profileName = (origin: string): string => new URL(origin).host;

/** Saves a profile and makes it the default. */
export function saveProfile(profile: Profile): string {
  const { profiles } = readProfiles();
  const name = profileName(profile.url);
  writeProfiles({ default: name, profiles: { ...profiles, [name]: profile } });
  return name;
}

export function removeProfile(name: string): void {
  const saved = readProfiles();
  const { [name]: _, ...profiles } = saved.profiles;
  writeProfiles({ default: saved.default === name ? null : saved.default, profiles });
}

/** Makes a profile, or `local`, the default. Throws a usage error for an unknown name. */
export function setDefaultProfile(name: string): void {
  const saved = readProfiles();
  if (name !== LOCAL && !Object.hasOwn(saved.profiles, name)) throw unknownProfile(name, saved);
  writeProfiles({ ...saved, default: name === LOCAL ? null : name });
}

function unknownProfile(name: string, { profiles }: Profiles): CliError {
  const known = [...Object.keys(profiles), LOCAL].join(", ");
  return usageError(`There is no profile ${name}. There are: ${known}.`);
}

export const profileOf = (origin: string): Profile | undefined =>
  readProfiles().profiles[profileName(origin)];

export function defaultProfile(): Profile | undefined {
  const saved = readProfiles();
  return saved.default === null ? undefined : saved.profiles[saved.default];
}
