import { afterAll, beforeAll, expect, test } from "bun:test";
import { TRPCError } from "@trpc/server";
import type { Context, Guard, Principal } from "./core/rpc/context.ts";
import { type Operation, operationsOf } from "./core/rpc/operations.ts";
import { operatorCall } from "./http/admin-socket/server.ts";
import { appRouter } from "./router.ts";
import { DomainError } from "./shared/errors.ts";
import { STAFF_ROLES } from "./shared/staff-roles.ts";
import { partner, staff } from "./testing/accounts.ts";
import { type TestApp, testApp } from "./testing/app.ts";

const operations = operationsOf(appRouter);

function guardText(guard: Guard): string {
  if (guard.kind !== "staff") return guard.kind;
  return guard.own ? "any staff, own" : guard.roles.join(" ");
}

function lineOf({ path, guard, rest, cli }: Operation): string {
  const restText = rest ? `${rest.method} ${rest.path}${rest.status === 200 ? "" : ` ${rest.status}`}` : "-";
  const cliText = cli ? [...cli.words, ...(cli.positional ? [`<${cli.positional}>`] : [])].join(" ") : "-";
  return [path, guardText(guard), restText, cliText].join(" | ");
}

test("every procedure with who may call it, its path and its command", () => {
  expect(operations.map(lineOf).sort()).toMatchSnapshot();
});

test("no path and no command is taken twice", () => {
  const taken = operations.flatMap(({ rest, cli }) => [
    ...(rest ? [`${rest.method} ${rest.path.replace(/\{\w+\}/g, "{}")}`] : []),
    ...(cli ? [cli.words.join(" ")] : []),
  ]);
  expect(taken.filter((each, index) => taken.indexOf(each) !== index)).toEqual([]);
});

test("what reads is a GET, what changes is not", () => {
  const wrong = operations.filter(({ rest, changes }) => rest && (rest.method === "GET") === changes);
  expect(wrong.map(lineOf)).toEqual([]);
});

test("every value in a path is a field of the input", () => {
  const wrong = operations.filter(({ rest, input }) =>
    [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !input || !(name in input.shape)),
  );
  expect(wrong.map(lineOf)).toEqual([]);
});

/** The account of this role; it is made before the tests, so that those who look it up find it. */
const staffOf = (role: (typeof STAFF_ROLES)[number]): Principal => ({
  kind: "staff",
  id: accounts.get(role) ?? "none",
  name: role,
  role,
  sessionId: null,
  authenticatedAt: new Date(),
});

const accounts = new Map<string, string>();

const PRINCIPALS: Readonly<Record<string, () => Principal>> = {
  visitor: () => ({ kind: "visitor" }),
  partner: () => ({ kind: "partner", id: accounts.get("partner") ?? "none", name: "p", sessionId: "0" }),
  ...Object.fromEntries(STAFF_ROLES.map((role) => [role, () => staffOf(role)])),
  operator: () => ({ kind: "operator", name: "o" }),
  schedule: () => ({ kind: "schedule" }),
};

/** Said again in other words than the kernel's own, so that the one checks the other. */
function expected(guard: Guard, principal: Principal): "in" | 401 | 403 {
  const signedIn = principal.kind === "operator" || principal.kind === "schedule";
  const looksAt = guard.kind === "staff" || guard.kind === "partner" ? guard.kind : null;
  if (guard.kind === "public") return "in";
  if (guard.kind === "staff" && principal.kind === "operator") return guard.own ? 403 : "in";
  if (guard.kind === "schedule" && signedIn) return "in";
  if (guard.kind === "operator" && principal.kind === "operator") return "in";
  if (signedIn) return 403;
  if (principal.kind !== looksAt) return 401;
  if (guard.kind === "staff" && principal.kind === "staff" && !guard.roles.includes(principal.role))
    return 403;
  return "in";
}

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  accounts.set("partner", (await partner(app)).id);
  for (const role of STAFF_ROLES) accounts.set(role, await staff(app, role));
});
afterAll(() => app.close());

/** The context of somebody whose credentials are good, whoever it is. */
function contextOf(principal: Principal): Context {
  const call = operatorCall("cli", { kind: "operator", name: "o" });
  const vouched = principal.kind === "operator" || principal.kind === "schedule" ? { principal } : {};
  const { principal: _, ...rest } = call;
  const credentials = { staffToken: "t", partnerToken: "t", device: undefined, basic: undefined };
  return {
    deps: app.deps,
    call: { ...rest, ...vouched, credentials },
    authenticator: {
      staffBySession: async () => (principal.kind === "staff" ? principal : null),
      staffByBasic: async () => Promise.reject(new Error("no Basic was sent")),
      partnerBySession: async () => (principal.kind === "partner" ? principal : null),
    },
  };
}

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;

/** Hostile input stops whoever was let in before anything happens. */
async function outcome(operation: Operation, principal: Principal): Promise<"in" | 401 | 403> {
  try {
    const input = { id: "\0", email: "\0", format: "\0", limit: "\0" };
    const answer = await operation.call(contextOf(principal), input);
    if (isStream(answer)) await answer[Symbol.asyncIterator]().return?.(); // nobody reads it
  } catch (error) {
    const refusal = error instanceof TRPCError ? error.cause : error;
    if (refusal instanceof DomainError && (refusal.status === 401 || refusal.status === 403))
      return refusal.status;
  }
  return "in";
}

for (const [name, principalOf] of Object.entries(PRINCIPALS)) {
  test(`a ${name} is let in exactly where the guards say`, async () => {
    const principal = principalOf();
    for (const operation of operations) {
      const got = await outcome(operation, principal);
      expect(`${operation.path}: ${got}`).toBe(`${operation.path}: ${expected(operation.guard, principal)}`);
    }
  });
}
