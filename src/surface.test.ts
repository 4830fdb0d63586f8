import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import type { Guard, Principal } from "./core/rpc/context.ts";
import { type Operation, operationsOf } from "./core/rpc/operations.ts";
import { appRouter } from "./router.ts";
import { DomainError } from "./shared/errors.ts";
import { PERSON_ROLES, STAFF_ROLES, TOKEN_SCOPES, type TokenScope } from "./shared/people/accounts.ts";
import { type TestApp, testApp } from "./testing/app.ts";
import { CALLERS, Callers, contextOf, endStream } from "./testing/callers.ts";
import { rowOf } from "./testing/roles.ts";
import { CALLS_OF_SCOPE, CALLS_OF_SCOPES, NEVER_BY_TOKEN } from "./testing/token-calls.ts";

const operations = operationsOf(appRouter);

const withRecent = (text: string, guard: Guard): string =>
  "recent" in guard && guard.recent ? `${text}, recent` : text;

function guardText(guard: Guard): string {
  if (guard.kind === "partner" && guard.roles.length < PERSON_ROLES.length)
    return withRecent(`partner ${guard.roles.join(" ")}`, guard);
  if (guard.kind !== "staff") return withRecent(guard.kind, guard);
  const own = guard.beforeMfa ? "any staff, own, before MFA" : "any staff, own";
  return withRecent(guard.own ? own : guard.roles.join(" "), guard);
}

function lineOf({ path, guard, rest, cli, rateLimit }: Operation): string {
  const restText = rest ? `${rest.method} ${rest.path}${rest.status === 200 ? "" : ` ${rest.status}`}` : "-";
  const cliText = cli ? [...cli.words, ...cli.positionals.map((name) => `<${name}>`)].join(" ") : "-";
  return [path, guardText(guard), restText, cliText, ...(rateLimit ? [`limit ${rateLimit}`] : [])].join(
    " | ",
  );
}

test("every procedure has the guard, REST call, CLI command and rate limit of the snapshot", () => {
  expect(operations.map(lineOf).sort()).toMatchSnapshot();
});

test("every procedure that an API token opens needs the scopes of the snapshot", () => {
  const lines = operations.flatMap(({ path, scopes }) =>
    scopes.length > 0 ? [`${path} | ${scopes.join(" ")}`] : [],
  );
  expect(lines.sort()).toMatchSnapshot();
});

test("every staff procedure needs recent authentication, has token scopes, or is on the list of those that no token opens; of the first only exports have scopes, those of their lists", () => {
  const isListed = (path: string) =>
    NEVER_BY_TOKEN.some((each) => path === each || path.startsWith(`${each}.`));
  const wrong = operations.filter(({ path, guard, scopes }) => {
    const opened = scopes.length > 0;
    const exported = path.replace(/export$/, "list");
    const listed = operations.find((each) => each.path === exported && each.path !== path);
    if (guard.kind === "staff" && guard.recent && opened) return !Bun.deepEquals(listed?.scopes, scopes);
    if (guard.kind !== "staff" || guard.recent || guard.own) return opened;
    return opened === isListed(path);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("no REST path and no CLI command is used twice", () => {
  const taken = operations.flatMap(({ rest, cli }) => [
    ...(rest ? [`${rest.method} ${rest.path.replace(/\{\w+\}/g, "{}")}`] : []),
    ...(cli ? [cli.words.join(" ")] : []),
  ]);
  expect(taken.filter((each, index) => taken.indexOf(each) !== index)).toEqual([]);
});

test("queries are GET, mutations are not", () => {
  const wrong = operations.filter(({ rest, isMutation }) => rest && (rest.method === "GET") === isMutation);
  expect(wrong.map(lineOf)).toEqual([]);
});

test("every path parameter is a field of the input", () => {
  const wrong = operations.filter(({ rest, input }) =>
    [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !input || !(name in input.shape)),
  );
  expect(wrong.map(lineOf)).toEqual([]);
});

let app: TestApp;
let callers: Callers;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-surface-")); // backups are written there first, and the main database is there
  app = await testApp({ DATA_DIR: home });
  callers = await Callers.create(app);
});
afterAll(async () => {
  await app.deps.ports.mainDatabase.close();
  await app.close();
  await rm(home, { recursive: true, force: true });
});

/** "in" or the status of the refusal. The input is invalid, so that a call that passes its guard changes nothing. */
async function verdictOf(operation: Operation, principal: Principal, deps = app.deps): Promise<string> {
  try {
    const input = { id: "\0", email: "\0", format: "\0", limit: "\0" };
    const output = await operation.call(contextOf(principal, deps), input);
    await endStream(output);
    return "in";
  } catch (error) {
    const refusal = error instanceof TRPCError && error.cause ? error.cause : error;
    if (!(refusal instanceof DomainError)) return refusal instanceof ZodError ? "in" : `bug: ${refusal}`;
    const { status } = refusal;
    return status === 401 || status === 403 || status === 429 || status >= 500 ? `${status}` : "in";
  }
}

test("a staff account without the MFA that its role must have may call only what sets it up or ends the session", async () => {
  const { deps } = app;
  const strict = { ...deps, settings: { ...deps.settings, requireStaffMfa: "all" as const } };
  const admitted: string[] = [];
  for (const operation of operations.filter(({ guard }) => guard.kind === "staff")) {
    const verdict = await verdictOf(operation, callers.staff("super_admin"), strict);
    if (verdict === "in") admitted.push(operation.path);
    else expect([operation.path, verdict]).toEqual([operation.path, "403"]);
  }
  expect(admitted.sort()).toEqual([
    "admin.mfa.enable",
    "admin.mfa.setup",
    "admin.mfa.status",
    "admin.passkeys.add",
    "admin.passkeys.list",
    "admin.passkeys.startAdding",
    "admin.session.changePassword",
    "admin.session.current",
    "admin.session.reauthenticate",
  ]);
});

for (const caller of CALLERS) {
  test(`the principal ${caller} may call exactly the procedures that the matrix allows`, async () => {
    const verdicts = new Map<string, string>();
    for (const operation of operations)
      verdicts.set(operation.path, await verdictOf(operation, callers.principal(caller)));
    const expected = operations.map(({ path }) => [path, `${rowOf(path).expected(caller)}`] as const);
    expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(expected));
  });
}

/** Whether a token of one scope or, if it has all of them, of several opens the procedure. */
function isOpenTo(path: string, scopes: readonly TokenScope[]): boolean {
  if (scopes.some((scope) => CALLS_OF_SCOPE[scope].includes(path))) return true;
  return CALLS_OF_SCOPES[path]?.every((scope) => scopes.includes(scope)) ?? false;
}

/** Every scope alone, and all of them. */
const SCOPE_SETS: readonly (readonly TokenScope[])[] = [
  ...TOKEN_SCOPES.map((scope) => [scope]),
  TOKEN_SCOPES,
];

for (const role of STAFF_ROLES) {
  test(`a token of an account with the role ${role} opens exactly the procedures of its scopes that the role may call`, async () => {
    const remote = operations.filter(({ guard }) => guard.kind === "staff");
    const wrong: string[] = [];
    for (const scopes of SCOPE_SETS) {
      const principal = { ...callers.staff(role), token: { id: "t", name: "CI", scopes } };
      for (const operation of remote) {
        const { path } = operation;
        const mayCall = rowOf(path).expected(role) === "in";
        const expected = mayCall && isOpenTo(path, scopes) ? "in" : "403";
        const verdict = await verdictOf(operation, principal);
        if (verdict !== expected) wrong.push(`${path} with ${scopes.join(" ")}: ${verdict}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}
