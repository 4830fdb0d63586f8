import { afterAll, beforeAll, expect, test } from "bun:test";
import { throttle } from "./core/auth/auth.table.ts";
import type { Operation } from "./core/rpc/operations.ts";
import { type PersonRole, STAFF_ROLES } from "./shared/people/accounts.ts";
import { basic, colleague, partner, partnerSession, signIn, staff } from "./testing/accounts.ts";
import { type TestApp, testApp } from "./testing/app.ts";
import {
  type Caller,
  isPartnerCaller,
  MATRIX,
  PARTNER_CALLERS,
  type PartnerCaller,
  REMOTE_CALLERS,
  rowOf,
} from "./testing/roles.ts";

let app: TestApp;
/** The accounts of the business's people. */
const people = new Map<Caller, { readonly id: string; readonly email: string }>();
const OWNER = "owner@example.com";
beforeAll(async () => {
  app = await testApp();
  for (const role of STAFF_ROLES) await staff(app, role);
  const { id: owner } = await partner(app, OWNER);
  for (const [caller, role] of Object.entries(PARTNER_CALLERS) as [PartnerCaller, PersonRole][])
    people.set(caller, role === "owner" ? { id: owner, email: OWNER } : await colleague(app, owner, role));
});
afterAll(() => app.close());

test("every procedure has a row in the role matrix, and every row has a procedure", () => {
  const rows = new Set(app.app.operations.map(({ path }) => rowOf(path)));
  expect(MATRIX.filter((row) => !rows.has(row))).toEqual([]);
});

const sessions = new Map<Caller, Record<string, string>>();

/** The caller's session cookie; a new session after each call that has changed something, as it may have ended it. */
async function sessionOf(caller: Caller): Promise<Record<string, string>> {
  const opened = sessions.get(caller);
  if (opened) return opened;
  const headers = isPartnerCaller(caller)
    ? await partnerSession(app, people.get(caller)?.id ?? "")
    : await signIn(app, caller);
  sessions.set(caller, headers);
  return headers;
}

async function headersOf(caller: Caller, by: "cookie" | "basic"): Promise<Record<string, string>> {
  if (caller === "visitor") return {};
  if (by === "cookie") return sessionOf(caller);
  return basic(isPartnerCaller(caller) ? (people.get(caller)?.email ?? "") : caller);
}

/** Sends invalid input, so that a call that passes its guard changes nothing. */
async function send(
  operation: Operation,
  over: "rest" | "trpc",
  headers: Record<string, string>,
): Promise<number> {
  const input = { id: "none", limit: "none", email: "none", isActive: "none", full: "none" };
  const { path, rest, isMutation } = operation;
  if (over === "rest") {
    const line = `${rest?.method} ${rest?.path.replace(/\{\w+\}/g, "none")}`;
    if (operation.accepts !== null) {
      const file = { raw: "none", headers: { ...headers, "Content-Type": operation.accepts } };
      return (await app.send(line, file)).status;
    }
    if (isMutation) return (await app.send(line, { headers, body: input })).status;
    return (await app.send(`${line}?${new URLSearchParams(input)}`, { headers })).status;
  }
  if (isMutation) return (await app.send(`POST /trpc/${path}`, { headers, body: { json: input } })).status;
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  return (await app.send(`GET /trpc/${path}?input=${query}`, { headers })).status;
}

/** "in" if the procedure ran or refused the input; a server error or a rate limit is neither. */
function verdictOf(status: number): "in" | number {
  return status === 401 || status === 403 || status === 429 || status >= 500 ? status : "in";
}

/** A visitor has no credentials; Basic is for staff only, so that a partner's are unknown. */
const CALLERS = { cookie: REMOTE_CALLERS, basic: REMOTE_CALLERS.filter((caller) => caller !== "visitor") };

async function holds(operation: Operation, over: "rest" | "trpc", by: "cookie" | "basic"): Promise<void> {
  for (const caller of CALLERS[by]) {
    const status = await send(operation, over, await headersOf(caller, by));
    if (operation.isMutation && status < 300) sessions.delete(caller);
    const isUnknown = isPartnerCaller(caller) && by === "basic";
    if (isUnknown) await app.db.orm.delete(throttle); // each counts as a failed sign-in
    const expected = rowOf(operation.path).expected(isUnknown ? "visitor" : caller);
    expect(`${operation.path} as ${caller}: ${verdictOf(status)}`).toBe(
      `${operation.path} as ${caller}: ${expected}`,
    );
  }
}

const isOverRest = ({ rest }: Operation) => rest !== null;
const isOverTrpc = ({ download, file }: Operation) => !download && !file;

test("the role matrix holds over REST with cookies", async () => {
  for (const operation of app.app.operations.filter(isOverRest)) await holds(operation, "rest", "cookie");
});

test("the role matrix holds over tRPC with cookies", async () => {
  for (const operation of app.app.operations.filter(isOverTrpc)) await holds(operation, "trpc", "cookie");
});

test("the role matrix holds with Basic credentials, over REST or else over tRPC", async () => {
  for (const operation of app.app.operations)
    if (isOverRest(operation)) await holds(operation, "rest", "basic");
    else if (isOverTrpc(operation)) await holds(operation, "trpc", "basic");
});
