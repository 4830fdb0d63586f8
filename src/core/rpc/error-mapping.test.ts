import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { z } from "zod";
import { type TestApp, testApp } from "../../testing/app.ts";
import { callsOf, errorLogFields, toDomainError } from "./error-mapping.ts";
import { internalCall } from "./internal-call.ts";
import { router, visitorProcedure } from "./procedures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const row = z.object({ secretField: z.string() });
const reading = visitorProcedure.meta({ summary: "Read something" });
const tree = router({
  badOutput: reading.output(row).query(() => JSON.parse("{}")),
  badRow: reading.query(() => {
    row.parse({});
  }),
  badInput: reading.input(row).query(() => {}),
  left: reading.query(() => AbortSignal.abort().throwIfAborted()),
});

async function send(path: string) {
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    req: new Request(`http://localhost/trpc/${path}?input=${encodeURIComponent('{"json":{}}')}`),
    router: tree,
    createContext: () => app.app.contextOf(internalCall("cli", { kind: "operator", name: "tester" })),
  });
  return { status: response.status, text: await response.text() };
}

test("an output or a row that fails its schema is an internal error, which is logged and hides the field", async () => {
  const logged = spyOn(app.deps.log, "error");
  for (const path of ["badOutput", "badRow"]) {
    logged.mockClear();
    const { status, text } = await send(path);
    expect([path, status, text]).toEqual([path, 500, expect.stringContaining("Internal server error")]);
    expect(text).not.toContain("secretField");
    expect([path, logged.mock.calls.length]).toEqual([path, 1]);
  }
  logged.mockRestore();
});

test("work that ends because its client has left counts as 499 and is not logged as an error", async () => {
  const logged = [spyOn(app.deps.log, "error"), spyOn(app.deps.log, "warn")];
  expect((await send("left")).status).toBe(499);
  for (const each of logged) {
    expect(each).not.toHaveBeenCalled();
    each.mockRestore();
  }
});

test("an input that fails its schema is refused with 400 and names the field", async () => {
  const { status, text } = await send("badInput");
  expect([status, text]).toEqual([400, expect.stringContaining("secretField")]);
});

test("a schema error outside of procedures is invalid input", () => {
  const { error } = row.safeParse({});
  expect(toDomainError(error).kind).toBe("invalid");
});

test("lines of a message that look like calls are not taken for the stack", async () => {
  const words = "Salam\n    at Aisha (12 Main St:10:30)\nthanks";
  const failed = await app.db
    .query("select $1::text::int", [words])
    .catch((error: unknown) => new Error(`Failed: ${words}`, { cause: error }));
  expect(errorLogFields(failed)).toMatchObject({ frame: expect.any(String) });
  expect(JSON.stringify(errorLogFields(failed))).not.toMatch(/Aisha|Main St/);
  const error = new RangeError(words);
  expect(callsOf(error)[0]).toContain("error-mapping.test.ts");
  error.message = "another message than in the stack";
  expect(callsOf(error)).toEqual([]);
});
