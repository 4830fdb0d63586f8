import { readFileSync } from "node:fs";

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
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

const fileVariable = (name: string): string => `${name}_FILE`;

/** The names of the variables that name files. */
export const FILE_VARIABLES: readonly string[] = SECRET_SETTINGS.map(fileVariable);

/**
 * The environment with the content of the files that it names, without white space around it. Throws `refuse` of a
 * sentence if a file cannot be read or is empty, or if the variable itself is set as well.
 */
export function withSecretFiles(source: Environment, refuse: (sentence: string) => Error): Environment {
  const values = SECRET_SETTINGS.flatMap((name) => {
    const variable = fileVariable(name);
    const path = source[variable]?.trim();
    if (!path) return [];
    if (source[name]?.trim()) throw refuse(`${name} and ${variable} are both set: remove one of them.`);
    return [[name, contentOf(path, variable, refuse)] as const];
  });
  return { ...source, ...Object.fromEntries(values) };
}

function contentOf(path: string, variable: string, refuse: (sentence: string) => Error): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(`${variable} cannot be read: ${path}${code ? ` (${code})` : ""}.`);
  }
  if (text === "") throw refuse(`${variable} is empty: ${path}.`);
  return text;
}
