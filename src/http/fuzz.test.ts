import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Operation } from "../core/rpc/operations.ts";
import { FILE_NAME_HEADER } from "../shared/file-names.ts";
import { partner, partnerSession, signIn, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { INPUT_HEADER, OPERATIONS_PATH } from "./sockets/admin-socket-client.ts";

type Rest = NonNullable<Operation["rest"]>;

let app: TestApp;
let home: string;
let owner: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-fuzz-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "super_admin");
  owner = (await partner(app)).id;
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const RUNS = 10; // inputs for each call; the seed is printed if one fails
const RUNS_WITHOUT_FIELDS = 2; // a call that reads no input does the same work each time

const sessions = new Map<string, Record<string, string>>();

/** Credentials that pass the guard. */
async function headersFor({ guard }: Operation): Promise<Record<string, string>> {
  if (guard.kind !== "partner" && guard.kind !== "staff") return {};
  const opened = sessions.get(guard.kind);
  if (opened) return opened;
  const headers = await (guard.kind === "partner" ? partnerSession(app, owner) : signIn(app, "super_admin"));
  sessions.set(guard.kind, headers);
  return headers;
}

const isGuarded = ({ guard }: Operation): boolean => guard.kind === "staff" || guard.kind === "partner";

/** Any JSON object, with the procedure's field names among the keys so that the values reach its schema. */
const hostile = (names: readonly string[]) => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "",
      " ",
      "\0",
      "\ud800",
      "%",
      "_",
      "'; drop table x --",
      "=1+1",
      "<script>",
      "a@b.cd",
      "true",
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 0, 1e308, true, [], {}),
  );
  return fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "constructor", ...names), fc.string()), value, {
    maxKeys: 12,
  });
};

/** Sends one input over REST: in the body where the call changes something, in the query where it reads. */
async function sendOverRest(operation: Operation, rest: Rest, body: Record<string, unknown>) {
  // not String(), which throws on an object with an odd `toString`
  const id = typeof body.id === "string" ? body.id : JSON.stringify(body.id ?? "x");
  const path = rest.path.replace(/\{\w+\}/g, () => encodeURIComponent(id.toWellFormed()) || "x");
  const query = new URLSearchParams(
    Object.entries(body).map(([key, value]) => [key, String(JSON.stringify(value))]),
  );
  const { isMutation } = operation;
  const line = isMutation ? `${rest.method} ${path}` : `${rest.method} ${path}?${query}`;
  const headers = await headersFor(operation);
  const response = await app.send(line, { headers, ...(isMutation && { body }) });
  if (isMutation && response.status < 300) sessions.clear(); // it may have ended the session
  return { line, response };
}

/** How often callers got past the guard of each procedure. */
const admitted = new Map<string, number>();

test("no input over REST causes a server error, and every response can be parsed", async () => {
  for (const operation of app.app.operations) {
    const { path, rest, input } = operation;
    if (!rest) continue;
    const names = Object.keys(input?.shape ?? {});
    await fc.assert(
      fc.asyncProperty(hostile(names), async (body) => {
        const { line, response } = await sendOverRest(operation, rest, body);
        expect([line, response.status < 500]).toEqual([line, true]);
        if (response.status >= 400) expect(response.json.requestId).toBeString();
        if (response.status !== 401 && response.status !== 403)
          admitted.set(path, (admitted.get(path) ?? 0) + 1);
      }),
      { numRuns: names.length > 0 ? RUNS : RUNS_WITHOUT_FIELDS },
    );
  }
});

test("every fuzzed procedure was called by a principal that its guard admits", () => {
  const guarded = app.app.operations.filter((each) => each.rest && isGuarded(each)).map(({ path }) => path);
  expect(guarded.filter((path) => !admitted.has(path))).toEqual([]);
});

/** Sends one input as the operator of the machine. Reads the response to its end, as a download fails only there. */
async function sendOverSocket({ path }: Operation, init: RequestInit): Promise<void> {
  const request = new Request(`http://socket${OPERATIONS_PATH}${path}`, { method: "POST", ...init });
  const response = await app.app.fetchFromAdminSocket(request);
  expect([path, response.status < 500]).toEqual([path, true]);
  await response.bytes();
}

/** JSON that a header can hold. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Files of any kind: noise, and the beginnings of every format that is read. */
const hostileFile = fc
  .tuple(
    fc.constantFrom(
      "",
      "\x1f\x8b\x08",
      "%PDF-1.7\n",
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff",
      '{"features":[',
      "name,city\n",
    ),
    fc.uint8Array({ maxLength: 2_000 }),
  )
  .map(([start, rest]) => Buffer.concat([Buffer.from(start, "latin1"), rest]));

test("no input from an operator to a procedure without a REST path causes a server error", async () => {
  const local = app.app.operations.filter(({ rest, upload }) => !rest && !upload);
  expect(local.length).toBeGreaterThan(5);
  expect(local.some(({ download }) => download)).toBe(true);
  for (const operation of local) {
    await fc.assert(
      fc.asyncProperty(hostile(Object.keys(operation.input?.shape ?? {})), (body) =>
        sendOverSocket(operation, { body: JSON.stringify(body) }),
      ),
      { numRuns: RUNS },
    );
  }
});

test("no file that an operator uploads causes a server error", async () => {
  const uploads = app.app.operations.filter(({ upload }) => upload !== null);
  expect(uploads.length).toBeGreaterThan(1);
  for (const operation of uploads) {
    await fc.assert(
      fc.asyncProperty(hostileFile, hostile(Object.keys(operation.input?.shape ?? {})), (body, input) =>
        sendOverSocket(operation, { body, headers: { [INPUT_HEADER]: asciiJson(input) } }),
      ),
      { numRuns: RUNS * 5 },
    );
  }
});

test("no file and no file name that a partner uploads causes a server error", async () => {
  const names = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }).map((name) => encodeURIComponent(name.toWellFormed())),
    fc.constantFrom("%", "%zz", "%00", "..%2F..%2Fa.pdf", "a.png", "a.pdf", ""),
  );
  const session = await partnerSession(app, owner);
  await fc.assert(
    fc.asyncProperty(hostileFile, names, async (raw, name) => {
      const headers = { ...session, [FILE_NAME_HEADER]: name };
      const { status } = await app.send("POST /partner/api/evidence", { raw, headers });
      expect([status, status < 500]).toEqual([status, true]);
    }),
    { numRuns: RUNS * 5 },
  );
});

test("no path and no input to /trpc causes a server error", async () => {
  const paths = app.app.operations.filter(({ isMutation }) => !isMutation).map(({ path }) => path);
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }).map((sent) => encodeURIComponent(sent.toWellFormed())),
    fc.constantFrom("%", "%zz", "%7B", "%ff", "%00", "%2C", "/", "//", "", ",", "#", "?"),
    fc.jsonValue({ maxDepth: 3 }).map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
    fc
      .dictionary(fc.constantFrom("0", "1", "json", "meta"), fc.jsonValue({ maxDepth: 3 }))
      .map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
  );
  const path = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...paths) }, { weight: 1, arbitrary: text });
  const batch = fc.constantFrom("", "batch=1&", "batch=%31&");
  const headers = await signIn(app, "super_admin");
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 1, maxLength: 3 }),
      batch,
      text,
      async (names, by, input) => {
        const line = `GET /trpc/${names.join(",")}?${by}input=${input}`;
        const response = await app.send(line, { headers });
        expect([line, response.status < 500]).toEqual([line, true]);
        expect([line, response.json]).not.toEqual([line, undefined]);
      },
    ),
    { numRuns: RUNS * 30 },
  );
});
