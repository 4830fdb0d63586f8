import { expect, test } from "bun:test";
import { hostOf, readServerAddress } from "./server-address.ts";

test("an address with several hosts is the address of each, and only one that accepts writes will do", () => {
  expect(readServerAddress("postgres://u:p%40@one:5432,two:5433,[::1]/db?sslmode=require")).toEqual({
    urls: [
      "postgres://u:p%40@one:5432/db?sslmode=require",
      "postgres://u:p%40@two:5433/db?sslmode=require",
      "postgres://u:p%40@[::1]/db?sslmode=require",
    ],
    writable: true,
  });
});

test("target_session_attrs says whether a host must accept writes, and is not passed on", () => {
  const read = (query: string) => readServerAddress(`postgresql://one${query}`);
  expect(read("/db")).toEqual({ urls: ["postgresql://one/db"], writable: false });
  expect(read("/db?target_session_attrs=read-write")).toEqual({
    urls: ["postgresql://one/db?"],
    writable: true,
  });
  expect(read("/db?target_session_attrs=primary&a=b")?.urls).toEqual(["postgresql://one/db?a=b"]);
  expect(read(",two/db?a=b&target_session_attrs=any")).toEqual({
    urls: ["postgresql://one/db?a=b", "postgresql://two/db?a=b"],
    writable: false,
  });
});

test("an address of another form, with an empty host or another target is refused", () => {
  for (const address of [
    "mysql://one/db",
    "one,two",
    "postgres://one,,two/db",
    "postgres://one,two:port/db",
    "postgres://one/db?target_session_attrs=standby",
  ])
    expect([address, readServerAddress(address)]).toEqual([address, null]);
});

test("a host is named without the user and the password", () => {
  expect(hostOf("postgres://user:secret@one:5433/db?a=b")).toBe("one:5433");
});
