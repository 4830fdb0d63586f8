import type { Operation } from "../../src/core/rpc/operations.ts";
import { isLoopback } from "../../src/shared/server-address.ts";
import { readVariable } from "../environment.ts";
import { CliError, usageError } from "../errors.ts";
import { isTerminal, promptLine, promptSecret } from "../output/terminal.ts";
import { profileOf } from "../profiles.ts";
import { bodyChunks, fetchOrUnavailable, remoteErrorOf } from "./response.ts";
import type { Input, Transport } from "./transport.ts";

type Credentials = PasswordCredentials | TokenCredentials;

/** Calls the documented REST paths with a token or with HTTP Basic. */
export async function networkTransport(address: string): Promise<Transport> {
  const origin = originOf(address);
  let credentials = await credentialsFor(origin);
  const send = (operation: Operation, input: Input): Promise<Response> => {
    const { url, init } = requestOf(origin, operation, input);
    const headers = headersOf(init, operation, credentials);
    return fetchOrUnavailable(origin.origin, () => fetch(url, { ...init, headers, timeout: false }));
  };
  /** Sends again with what the server asks for, if a person can enter it. */
  const sendWithProof = async (operation: Operation, input: Input): Promise<Response> => {
    let response = await send(operation, input);
    if (credentials.kind === "token" && (await needsPassword(origin, operation, response, credentials))) {
      credentials = await passwordFor(origin.origin, credentials.user);
      response = await send(operation, input);
    }
    if (credentials.kind === "password" && (await promptForMissingCode(response, credentials)))
      response = await send(operation, input);
    if (response.status >= 300 && response.status < 400) throw redirectRefused(response);
    if (!response.ok) throw await remoteErrorOf(response);
    return response;
  };
  return {
    kind: "network",
    async call(operation, input) {
      const response = await sendWithProof(operation, input);
      const result: unknown = await response.json();
      return operation.list ? pageOf(response, result) : result;
    },
    async poll(operation, input) {
      if (credentials.kind === "password" && credentials.code !== undefined) return null; // the code is used up and would count as a failed try
      const response = await send(operation, input);
      return response.ok ? response.json() : null;
    },
    download: async (operation, input) => bodyChunks(await sendWithProof(operation, input)),
    close: async () => {},
  };
}

/** Refuses plain http except on loopback, because password or token would be exposed. */
export function originOf(address: string): URL {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError("--url must be an https:// address.");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw usageError("--url must be an https:// address: plain http would expose the password.");
  }
  return url;
}

/**
 * Whether a token is not enough, for this call or for any call of the operation, and a person can enter the password.
 * Throws if the token is no longer valid.
 */
async function needsPassword(
  { origin }: URL,
  { scopes }: Operation,
  response: Response,
  token: TokenCredentials,
): Promise<boolean> {
  if (response.status === 401) throw tokenRefused(origin, token);
  if (response.status !== 403) return false;
  const { failure } = await remoteErrorOf(response.clone());
  if (failure.body.code !== "REAUTHENTICATE" && scopes.length > 0) return false;
  if (!isTerminal()) throw passwordNeeded();
  return true;
}

/** Prompts for a code if the account needs one. A code works once, so every call prompts. */
async function promptForMissingCode(response: Response, account: PasswordCredentials): Promise<boolean> {
  if (response.status !== 401 || response.headers.get("x-mfa-token") !== "required") return false;
  if (!isTerminal()) {
    throw new CliError("unauthenticated", "This account needs a current code in RIHLA_MFA_TOKEN.");
  }
  account.code = await promptLine("Code from your authenticator: ");
  return true;
}

function requestOf(origin: URL, operation: Operation, input: Input) {
  const { rest } = operation;
  if (!rest) {
    throw usageError(
      "This command works only on the server's machine, without --url and with `rihla profile use local`.",
    );
  }
  const others: Record<string, unknown> = { ...input };
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(others[name] ?? ""));
    delete others[name];
    return value;
  });
  const url = new URL(path, origin);
  if (operation.accepts !== null) {
    const { file, ...query } = others;
    addToQuery(url, query);
    const init = { method: rest.method, body: String(file), redirect: "manual" } as RequestInit;
    return { url, init };
  }
  if (operation.isMutation) {
    const body = JSON.stringify(others);
    return { url, init: { method: rest.method, body, redirect: "manual" } as RequestInit };
  }
  addToQuery(url, others);
  return { url, init: { method: rest.method, redirect: "manual" } as RequestInit };
}

function addToQuery(url: URL, input: Input): void {
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) url.searchParams.set(name, String(value));
}

function headersOf(
  init: RequestInit,
  { accepts }: Operation,
  credentials: Credentials,
): Record<string, string> {
  const type = init.body === undefined ? undefined : { "content-type": accepts ?? "application/json" };
  if (credentials.kind === "token") return { authorization: `Bearer ${credentials.token}`, ...type };
  const { user, password, code } = credentials;
  return {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    ...type,
    ...(code !== undefined && { "x-mfa-token": code }),
  };
}

/** Redirects are not followed, because password or token would go along. */
const redirectRefused = ({ headers }: Response) =>
  new CliError(
    "internal",
    `The server redirects to ${headers.get("location") ?? "nowhere"}: use that as --url.`,
  );

/** A list over REST carries its total and its cursor in headers. */
function pageOf(response: Response, items: unknown) {
  const [, link] = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  const next = link === undefined ? null : new URL(link, "http://rihla").searchParams.get("cursor");
  return { items, total: Number(response.headers.get("x-total-count") ?? 0), next };
}

interface PasswordCredentials {
  readonly kind: "password";
  readonly user: string;
  readonly password: string;
  code: string | undefined;
}

interface TokenCredentials {
  readonly kind: "token";
  readonly token: string;
  /** Where the token comes from. */
  readonly source: "profile" | "RIHLA_TOKEN";
  /** Whose token it is; undefined if it comes from the environment. */
  readonly user: string | undefined;
}

/** RIHLA_TOKEN, else RIHLA_USER and RIHLA_PASSWORD, else the profile of the server, else a prompt. */
async function credentialsFor({ origin }: URL): Promise<PasswordCredentials | TokenCredentials> {
  const token = readVariable("RIHLA_TOKEN");
  if (token !== undefined) return { kind: "token", token, source: "RIHLA_TOKEN", user: undefined };
  const hasUser = readVariable("RIHLA_USER") !== undefined || readVariable("RIHLA_PASSWORD") !== undefined;
  const profile = hasUser ? undefined : profileOf(origin);
  if (profile) return { kind: "token", token: profile.token, source: "profile", user: profile.username };
  return passwordFor(origin);
}

/** From the environment or a prompt. `known` is the username if a profile has it. */
async function passwordFor(origin: string, known?: string): Promise<PasswordCredentials> {
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

const tokenRefused = (origin: string, { source }: TokenCredentials): CliError =>
  new CliError(
    "unauthenticated",
    source === "profile"
      ? `Your sign-in has expired or was revoked: run \`rihla login --url ${origin}\`.`
      : "The token in RIHLA_TOKEN is wrong, expired or revoked.",
  );

const passwordNeeded = (): CliError =>
  new CliError(
    "forbidden",
    "This needs your password, not a token: set RIHLA_USER and RIHLA_PASSWORD, or run it in a terminal.",
  );
