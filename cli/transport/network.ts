import type { Operation } from "../../src/core/rpc/operations.ts";
import { isLoopback } from "../../src/shared/loopback.ts";
import { readVariable } from "../environment.ts";
import { CliError, usageError } from "../errors.ts";
import { isTerminal, promptLine, promptSecret } from "../output/terminal.ts";
import { bodyChunks, fetchOrUnavailable, remoteErrorOf } from "./response.ts";
import type { Input, Transport } from "./transport.ts";

interface Account {
  readonly user: string;
  readonly password: string;
  code: string | undefined;
}

/** Calls the documented REST paths with HTTP Basic. */
export async function networkTransport(address: string): Promise<Transport> {
  const origin = originOf(address);
  const account = await accountOf(origin);
  const send = (operation: Operation, input: Input): Promise<Response> => {
    const { url, init } = requestOf(origin, operation, input);
    const headers = headersOf(init, account);
    return fetchOrUnavailable(origin.origin, () => fetch(url, { ...init, headers, timeout: false }));
  };
  const sendWithCode = async (operation: Operation, input: Input): Promise<Response> => {
    const first = await send(operation, input);
    const response = (await promptForMissingCode(first, account)) ? await send(operation, input) : first;
    if (response.status >= 300 && response.status < 400) throw redirectRefused(response);
    if (!response.ok) throw await remoteErrorOf(response);
    return response;
  };
  return {
    kind: "network",
    async call(operation, input) {
      const response = await sendWithCode(operation, input);
      const result: unknown = await response.json();
      return operation.list ? pageOf(response, result) : result;
    },
    async poll(operation, input) {
      if (account.code !== undefined) return null; // the code is used up and would count as a failed try
      const response = await send(operation, input);
      return response.ok ? response.json() : null;
    },
    download: async (operation, input) => bodyChunks(await sendWithCode(operation, input)),
    close: async () => {},
  };
}

/** Refuses plain http except on loopback, because Basic sends the password. */
function originOf(address: string): URL {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError("--url must be an https:// address.");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw usageError("--url must be an https:// address: plain http would expose the password.");
  }
  return url;
}

async function accountOf({ origin }: URL): Promise<Account> {
  const user =
    readVariable("RIHLA_USER") ??
    (await promptOrRefuse("RIHLA_USER", () => promptLine(`Username at ${origin}: `)));
  const password =
    readVariable("RIHLA_PASSWORD") ??
    (await promptOrRefuse("RIHLA_PASSWORD", () => promptSecret(`Password for ${user}: `)));
  return { user, password, code: readVariable("RIHLA_MFA_TOKEN") };
}

function promptOrRefuse(variable: string, ask: () => Promise<string>): Promise<string> {
  if (!isTerminal())
    throw usageError(
      `--url needs ${variable} in the environment, because there is no terminal to prompt on.`,
    );
  return ask();
}

/** Prompts for a code if the account needs one. A code works once, so every call prompts. */
async function promptForMissingCode(response: Response, account: Account): Promise<boolean> {
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
    throw usageError("This command works only on the server's machine, without --url.");
  }
  const others: Record<string, unknown> = { ...input };
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(others[name] ?? ""));
    delete others[name];
    return value;
  });
  const url = new URL(path, origin);
  if (operation.isMutation) {
    const body = JSON.stringify(others);
    return { url, init: { method: rest.method, body, redirect: "manual" } as RequestInit };
  }
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return { url, init: { method: rest.method, redirect: "manual" } as RequestInit };
}

function headersOf(init: RequestInit, { user, password, code }: Account): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    ...(init.body !== undefined && { "content-type": "application/json" }),
    ...(code !== undefined && { "x-mfa-token": code }),
  };
}

/** Redirects are not followed, because the password would go along. */
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
