import { kebab } from "../src/shared/command-line.ts";
import { readVariable } from "./environment.ts";
import { usageError } from "./errors.ts";
import type { Flag } from "./flags.ts";
import { isTerminal, promptSecret, readStdin } from "./output/terminal.ts";

/** Values from commander, by camelCase name. */
export type Options = Readonly<Record<string, unknown>>;

/** An operation's input from its options. Omitted options stay omitted, so that the operation's schema decides. */
export async function inputOf(flags: readonly Flag[], options: Options): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const flag of flags) {
    const value = flag.secret ? await secretValue(flag, options) : plainValue(flag, options);
    if (value === undefined) continue;
    if (flag.parent === null) input[flag.name] = value;
    else input[flag.parent] = { ...(input[flag.parent] as object | undefined), [flag.name]: value };
  }
  return input;
}

/** Commander's key for `--two-words`. */
export const keyOf = (option: string): string =>
  option.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Whether a boolean's own name begins with "no", such as `noAlcohol`. */
export const isNegation = ({ option, kind }: Flag): boolean => kind === "boolean" && option.startsWith("no-");

/** `alcohol` of `no-alcohol`. */
export const positiveOf = ({ option }: Flag): string => option.slice("no-".length);

function plainValue(flag: Flag, options: Options): unknown {
  const { option, kind } = flag;
  if (isNegation(flag)) {
    const positive = options[keyOf(positiveOf(flag))];
    return positive === undefined ? undefined : !positive;
  }
  const value = options[keyOf(option)];
  if (value === undefined && flag.required && flag.isThreeWay)
    throw usageError(`Say --${option} or --no-${option}.`);
  if (flag.acceptsJson && typeof value === "string" && value.startsWith("{")) return fieldsOf(flag, value);
  if (kind !== "number" || typeof value !== "string") return value;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value; // the schema refuses anything else
}

function fieldsOf({ option }: Flag, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`--${option} is not valid JSON.`);
  }
}

/** Reads a secret from stdin if the flag is set; else, if it is required, from the environment or a prompt. */
async function secretValue(flag: Flag, options: Options): Promise<string | undefined> {
  const option = `${flag.option}-stdin`;
  if (options[keyOf(option)] === true) return readStdin();
  if (!flag.required) return undefined;
  const value = readVariable(variableOf(flag));
  if (value !== undefined) return value;
  if (isTerminal()) return promptTwice(flag.option);
  throw usageError(
    `--${option} is missing: there is no terminal to prompt on, and ${variableOf(flag)} is not set.`,
  );
}

/** `password` and `newPassword` share one variable. */
export const variableOf = ({ name }: Flag): `RIHLA_NEW_${string}` =>
  `RIHLA_NEW_${kebab(name).replace(/^new-/, "").replaceAll("-", "_").toUpperCase()}`;

/** Prompts for a new secret twice, until both entries match. */
export async function promptTwice(option: string): Promise<string> {
  const label = option.replaceAll("-", " ");
  for (;;) {
    const first = await promptSecret(`${label.charAt(0).toUpperCase()}${label.slice(1)}: `);
    if (first === (await promptSecret("Type it again: "))) return first;
    process.stderr.write("The two are not the same. Please try again.\n");
  }
}
