import { expect, test } from "bun:test";
import { DomainError } from "../../shared/errors.ts";
import { cursorOf, positionOf } from "./cursor.ts";

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function refusal(sent: string, kind: "time" | "text"): unknown {
  try {
    return positionOf(sent, kind);
  } catch (error) {
    return error instanceof DomainError ? error.kind : error;
  }
}

test("a cursor is decoded to the encoded position", () => {
  for (const value of [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z"), new Date(0)])
    expect(positionOf(cursorOf({ value, id: "x" }), "time")).toEqual({ value, id: "x" });
  expect(positionOf(cursorOf({ value: "é", id: "x" }), "text")).toEqual({ value: "é", id: "x" });
});

test("a foreign cursor, even one with a year outside of the database range, is invalid input", () => {
  const times: unknown[] = [7e15, -7e13, 253402300800000, -62135596800001, 8.7e15, 1.5, "1", null];
  for (const value of times)
    expect([value, refusal(cursor([value, "x"]), "time")]).toEqual([value, "invalid"]);
  for (const sent of ["", "none", cursor({}), cursor([1]), cursor([1, "\0"])])
    expect([sent, refusal(sent, "time")]).toEqual([sent, "invalid"]);
});
