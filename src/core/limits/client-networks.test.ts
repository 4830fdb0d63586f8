import { expect, test } from "bun:test";
import { networksOf } from "./client-networks.ts";

test("an IPv6 address counts for its /64, /56 and /48, any other client for itself", () => {
  const names = (client: string | null) => networksOf(client).map(({ name, times }) => `${times} ${name}`);
  expect(names("2001:db8:7:12ab::/64")).toEqual([
    "1 2001:db8:7:12ab::/64",
    "2 2001:db8:7:1200::/56",
    "4 2001:db8:7::/48",
  ]);
  expect(names("2001:db8:7:0::/64")[1]).toBe("2 2001:db8:7:0::/56");
  expect([names("203.0.113.7"), names(null), names("an account")]).toEqual([
    ["1 203.0.113.7"],
    ["1 none"],
    ["1 an account"],
  ]);
});
