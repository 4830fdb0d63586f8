import { expect, test } from "bun:test";
import { failureOf, openingFailure } from "./drivers/pglite-failure.ts";
import {
  connectionProblem,
  DatabaseUnavailable,
  damageProblem,
  isUnavailable,
  sqlState,
  systemErrorCode,
  violatedConstraint,
} from "./errors.ts";

const wrapped = (facts: object) =>
  new Error("Failed query: …", { cause: Object.assign(new Error("inner"), facts) });

test("the SQLSTATE and the constraint are found in wrapped errors", () => {
  expect(sqlState(wrapped({ code: "23505" }))).toBe("23505");
  expect(violatedConstraint(wrapped({ constraint: "emails" }))).toBe("emails");
  expect([sqlState(new Error("none")), sqlState(null), violatedConstraint("text")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("an error code of Node is not a SQLSTATE", () => {
  expect(sqlState(wrapped({ code: "EPIPE" }))).toBeUndefined();
  expect(systemErrorCode(wrapped({ code: "EPIPE" }))).toBe("EPIPE");
  expect(systemErrorCode(wrapped({ code: "53100" }))).toBeUndefined();
});

test("a database that is unreachable, full or too slow is unavailable; a bug or a missing file is not", () => {
  for (const code of [
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "57P01",
    "57P03",
    "53300",
    "53100",
    "08006",
    "57014",
  ]) {
    expect([code, isUnavailable(wrapped({ code }))]).toEqual([code, true]);
  }
  for (const code of ["23505", "42P01", "22012", "ENOENT", "EACCES"]) {
    expect([code, isUnavailable(wrapped({ code }))]).toEqual([code, false]);
  }
  expect(isUnavailable(new Error("outer", { cause: new DatabaseUnavailable("inner") }))).toBe(true);
  expect(isUnavailable(new TypeError("undefined is not a socket"))).toBe(false);
});

test("the operator reads why the server of DATABASE_URL is of no use; other failures have no such sentence", () => {
  const refused = new Error('database "rihla" does not exist');
  for (const code of ["3D000", "28000", "28P01"]) {
    expect(connectionProblem(new Error("outer", { cause: Object.assign(refused, { code }) }))).toBe(
      'DATABASE_URL cannot be used: database "rihla" does not exist.',
    );
  }
  expect(connectionProblem(wrapped({ code: "ECONNREFUSED" }))).toBe(
    "DATABASE_URL cannot be used: the database cannot be reached.",
  );
  expect(connectionProblem(new DatabaseUnavailable("The database did not answer in time."))).toBe(
    "The database did not answer in time.",
  );
  const noPassword = new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string");
  expect(connectionProblem(new DatabaseUnavailable("outer", { cause: noPassword }))).toBe(
    "DATABASE_URL cannot be used: the server asks for a password, and it has none.",
  );
  expect(connectionProblem(wrapped({ code: "42P01" }))).toBeUndefined();
});

test("a full disk is named, even where the embedded database throws something other than an Error", () => {
  const full = "The disk that holds the database is full.";
  expect(connectionProblem(wrapped({ code: "53100" }))).toBe(full);
  const { message, ...facts } = failureOf({ name: "ErrnoError", errno: 51 });
  expect([message, connectionProblem(Object.assign(new Error(message), facts))]).toEqual([
    "No space left on device",
    full,
  ]);
  expect(failureOf({ name: "ErrnoError", errno: 29 })).toMatchObject({
    message: "A file of the database failed with error 29",
    code: undefined,
  });
  const violation = Object.assign(new Error("duplicate key"), { code: "23505", constraint: "emails" });
  expect(failureOf(violation)).toEqual({
    message: "duplicate key",
    code: "23505",
    constraint: "emails",
    detail: undefined,
  });
});

test("a damaged table, too few open files and too little memory are one sentence with what to do", () => {
  for (const code of ["XX001", "XX002", "58P01"])
    expect(damageProblem(wrapped({ code }))).toContain("restore a backup");
  expect(damageProblem(wrapped({ code: "EMFILE" }))).toContain("ulimit -n");
  expect(damageProblem(wrapped({ code: "53200" }))).toContain("1 GB");
  expect(damageProblem(wrapped({ code: "23505" }))).toBeUndefined();
  const sentenceOf = (message: string, code?: string) =>
    connectionProblem(openingFailure({ ...new Error(message), message, code }, "/data"));
  const noFiles = 'could not read directory "pg_logical/snapshots": No file descriptors available';
  expect(sentenceOf(noFiles)).toContain("ulimit -n");
  expect(sentenceOf("A file of the database failed with error 33")).toContain("ulimit -n");
  expect(sentenceOf("WebAssembly.Memory: Out of memory")).toContain("1 GB");
  expect(sentenceOf("Aborted(). Build with -sASSERTIONS for more info.")).toContain("/data is damaged");
  expect(sentenceOf("No space left on device", "53100")).toBe("The disk that holds the database is full.");
});
