import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { parseEnv } from "node:util";

/** The settings that a file may hold, for container platforms: `SECRET_KEY_FILE` names the file of `SECRET_KEY`. */
const SECRET_SETTINGS = [
  "DATABASE_URL",
  "MAIN_DATABASE_URL",
  "SECRET_KEY",
  "SECRET_KEY_OLD",
  "EVIDENCE_S3_SECRET_ACCESS_KEY",
  "MAIL_URL",
  "MAIL_EVENTS_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "BACKUP_PASSPHRASE",
  "METRICS_TOKEN",
  "ALERT_WEBHOOK_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "SENTRY_DSN",
] as const;

const CONFIG = "RIHLA_CONFIG";

export type Environment = Readonly<Record<string, string | undefined>>;

const fileVariable = (name: string): string => `${name}_FILE`;

/** The names of the variables that name files. */
export const FILE_VARIABLES: readonly string[] = [...SECRET_SETTINGS.map(fileVariable), CONFIG];

type Refuse = (sentence: string) => Error;

/**
 * The environment with the settings of the file that RIHLA_CONFIG names, in the format of `.env` files. A variable that
 * is set in the environment wins. Throws `refuse` of a sentence if the file cannot be read, or has a name that is not in
 * `names`, which would be a typing error.
 */
export function withConfigFile(source: Environment, names: readonly string[], refuse: Refuse): Environment {
  const path = source[CONFIG]?.trim();
  if (!path) return source;
  const given = parseEnv(contentOf(path, CONFIG, refuse));
  const unknown = Object.keys(given).find((name) => !names.includes(name) || name === CONFIG);
  if (unknown !== undefined)
    throw refuse(`${CONFIG} has a line for ${unknown}, which is not a setting: ${path}.`);
  const isSet = (name: string) => Boolean(source[name]?.trim());
  const isReplaced = (name: string) => [name, fileVariable(name), name.replace(/_FILE$/, "")].some(isSet);
  const kept = Object.entries(given).filter(([name]) => !isReplaced(name));
  return { ...source, ...Object.fromEntries(kept) };
}

/** The files that settings were read from: those that Bun loads from `directory`, and that of RIHLA_CONFIG. */
export function settingsFiles(source: Environment, directory: string): readonly string[] {
  const stage =
    source.NODE_ENV === "production" || source.NODE_ENV === "test" ? source.NODE_ENV : "development";
  const loaded = [".env", `.env.${stage}`, ".env.local"].filter((name) => existsSync(`${directory}/${name}`));
  const config = source[CONFIG]?.trim();
  return [...loaded, ...(config ? [config] : [])];
}

/** Whether a setting must not be printed. */
export const isSecretSetting = (name: string): boolean =>
  (SECRET_SETTINGS as readonly string[]).includes(name);

/** Where the value of a setting comes from: a file of `settingsFiles`, the file that NAME_FILE names, or the environment. */
export function originOf(name: string, source: Environment, directory: string): string {
  const secretFile = source[fileVariable(name)]?.trim();
  if (secretFile) return secretFile;
  const holds = (path: string) => parseEnv(readFileSync(path, "utf8"))[name]?.trim() === source[name]?.trim();
  const value = source[name]?.trim();
  const files = settingsFiles(source, directory).toReversed();
  // Bun has put the lines of .env into the environment before
  return (
    (value && files.find((path) => holds(isAbsolute(path) ? path : join(directory, path)))) || "environment"
  );
}

/**
 * The environment with the content of the files that it names, without white space around it. Throws `refuse` of a
 * sentence if a file cannot be read or is empty, or if the variable itself is set as well.
 */
export function withSecretFiles(source: Environment, refuse: Refuse): Environment {
  const values = SECRET_SETTINGS.flatMap((name) => {
    const variable = fileVariable(name);
    const path = source[variable]?.trim();
    if (!path) return [];
    if (source[name]?.trim()) throw refuse(`${name} and ${variable} are both set: remove one of them.`);
    return [[name, contentOf(path, variable, refuse)] as const];
  });
  return { ...source, ...Object.fromEntries(values) };
}

const MAX_BYTES = 64 * 1_024;

/** Reads no pipe or device, whose end may never come. */
function contentOf(path: string, variable: string, refuse: Refuse): string {
  let text: string;
  let isSecret: boolean;
  try {
    const file = statSync(path);
    isSecret = file.isFile() && file.size <= MAX_BYTES;
    text = isSecret ? readFileSync(path, "utf8").trim() : "";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(`${variable} cannot be read: ${path}${code ? ` (${code})` : ""}.`);
  }
  if (!isSecret) throw refuse(`${variable} is not a regular file of up to 64 KiB: ${path}.`);
  if (text === "") throw refuse(`${variable} is empty: ${path}.`);
  return text;
}
