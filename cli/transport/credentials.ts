import { readVariable } from "../environment.ts";
import { CliError, usageError } from "../errors.ts";
import { isTerminal, promptLine, promptSecret } from "../output/terminal.ts";
import { profileOf } from "../profiles.ts";

export interface PasswordCredentials {
  readonly kind: "password";
  readonly user: string;
  readonly password: string;
  code: string | undefined;
}

export interface TokenCredentials {
  readonly kind: "token";
  readonly token: string;
  /** Where the token comes from. */
  readonly source: "profile" | "RIHLA_TOKEN";
  /** Whose token it is; undefined if it comes from the environment. */
  readonly user: string | undefined;
}

/** RIHLA_TOKEN, else RIHLA_USER and RIHLA_PASSWORD, else the profile of the server, else a prompt. */
export async function credentialsFor({ origin }: URL): Promise<PasswordCredentials | TokenCredentials> {
  const token = readVariable("RIHLA_TOKEN");
  if (token !== undefined) return { kind: "token", token, source: "RIHLA_TOKEN", user: undefined };
  const hasUser = readVariable("RIHLA_USER") !== undefined || readVariable("RIHLA_PASSWORD") !== undefined;
  const profile = hasUser ? undefined : profileOf(origin);
  if (profile) return { kind: "token", token: profile.token, source: "profile", user: profile.username };
  return passwordFor(origin);
}

/** From the environment or a prompt. `known` is the username if a profile has it. */
export async function passwordFor(origin: string, known?: string): Promise<PasswordCredentials> {
  const user =
    readVariable("RIHLA_USER") ??
    known ??
    (await promptOrRefuse("RIHLA_USER", () => promptLine(`Username at ${origin}: `)));
  const password =
    readVariable("RIHLA_PASSWORD") ??
    (await promptOrRefuse("RIHLA_PASSWORD", () => promptSecret(`Password for ${user}: `)));
  return { kind: "password", user, password, code: readVariable("RIHLA_MFA_TOKEN") };
}

function promptOrRefuse(variable: string, ask: () => Promise<string>): Promise<string> {
  if (!isTerminal())
    throw usageError(
      `--url needs ${variable} in the environment, because there is no terminal to prompt on. Or sign in once with \`rihla login\`.`,
    );
  return ask();
}

export const tokenRefused = (origin: string, { source }: TokenCredentials): CliError =>
  new CliError(
    "unauthenticated",
    source === "profile"
      ? `Your sign-in has expired or was revoked: run \`rihla login --url ${origin}\`.`
      : "The token in RIHLA_TOKEN is wrong, expired or revoked.",
  );

export const passwordNeeded = (): CliError =>
  new CliError(
    "forbidden",
    "This needs your password, not a token: set RIHLA_USER and RIHLA_PASSWORD, or run it in a terminal.",
  );
