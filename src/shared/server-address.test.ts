import { expect, test } from "bun:test";
import { hostOf, isLoopback, serverOf } from "./server-address.ts";

test("only addresses of this machine are loopback", () => {
  const local = ["localhost", "app.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "::1"];
  const remote = ["rihla.example", "localhost.example", "10.0.0.1", "127.0.0.1.example", "[::2]", "0.0.0.0"];
  expect(local.filter(isLoopback)).toEqual(local);
  expect(remote.filter(isLoopback)).toEqual([]);
});

test("a host is named without the user and the password", () => {
  expect(hostOf("postgres://user:secret@one:5433/db?a=b")).toBe("one:5433");
});

test("a database server is named with its port", () => {
  expect(serverOf("postgres://user:secret@one:5433/db")).toBe("one:5433");
  expect(serverOf("postgres://user:secret@one/db")).toBe("one:5432");
});
