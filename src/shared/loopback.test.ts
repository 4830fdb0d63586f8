import { expect, test } from "bun:test";
import { isLoopback } from "./loopback.ts";

test("only addresses of this machine are loopback", () => {
  const local = ["localhost", "app.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "::1"];
  const remote = ["rihla.example", "localhost.example", "10.0.0.1", "127.0.0.1.example", "[::2]", "0.0.0.0"];
  expect(local.filter(isLoopback)).toEqual(local);
  expect(remote.filter(isLoopback)).toEqual([]);
});
