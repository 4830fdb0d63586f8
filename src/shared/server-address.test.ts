import { expect, test } from "bun:test";
import { hostOf, serverOf } from "./server-address.ts";

test("a host is named without the user and the password", () => {
  expect(hostOf("postgres://user:secret@one:5433/db?a=b")).toBe("one:5433");
});

test("a database server is named with its port", () => {
  expect(serverOf("postgres://user:secret@one:5433/db")).toBe("one:5433");
  expect(serverOf("postgres://user:secret@one/db")).toBe("one:5432");
});
