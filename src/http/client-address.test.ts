import { expect, test } from "bun:test";
import { createAddressReader } from "./guards.ts";

const hop = createAddressReader({ kind: "hops", hops: 1 });
const networks = createAddressReader({ kind: "networks", networks: ["10.0.0.0/8", "2001:db8:1::/48"] });

test("ports and brackets that proxies add are not part of the client address", () => {
  const cases: [string, string][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
    ["[2001:db8::1]", "2001:db8:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
  ];
  for (const [written, address] of cases)
    expect([written, hop(() => "10.0.0.1", written)]).toEqual([written, address]);
});

test("an invalid address in a forwarded header counts as unknown", () => {
  for (const written of [
    "unknown",
    "203.0.113.7:",
    "203.0.113.7:x",
    "203.0.113:80",
    "[]:80",
    "[x]",
    "",
    "1:2",
  ])
    expect([written, hop(() => "10.0.0.1", written)]).toEqual([written, null]);
});

test("a forwarded header is ignored and reported unless a trusted proxy sent it", () => {
  let ignored = 0;
  const count = () => {
    ignored += 1;
  };
  const none = createAddressReader({ kind: "none" }, count);
  expect([none(() => "10.0.0.1", "203.0.113.7"), ignored]).toEqual(["10.0.0.1", 1]);
  expect([none(() => "10.0.0.1", null), ignored]).toEqual(["10.0.0.1", 1]);
  const trusted = createAddressReader({ kind: "networks", networks: ["10.0.0.0/8"] }, count);
  expect([trusted(() => "10.0.0.1", "203.0.113.7"), ignored]).toEqual(["203.0.113.7", 1]);
  expect([trusted(() => "192.0.2.1", "203.0.113.7"), ignored]).toEqual(["192.0.2.1", 2]);
  const behindOne = createAddressReader({ kind: "hops", hops: 1 }, count);
  expect([behindOne(() => "192.0.2.1", "203.0.113.7"), ignored]).toEqual(["203.0.113.7", 2]);
});

test("a trusted proxy that writes its port is not mistaken for the client", () => {
  expect(networks(() => "10.0.0.1", "203.0.113.7:51234, 10.0.0.5:443")).toBe("203.0.113.7");
  expect(networks(() => "10.0.0.1", "203.0.113.7, [2001:db8:1::5]:443, 10.0.0.5")).toBe("203.0.113.7");
  expect(networks(() => "10.0.0.1", "198.51.100.1, 203.0.113.7:1, 10.0.0.5:443")).toBe("203.0.113.7");
});

test("behind a known number of proxies the peer is asked for only without the header", () => {
  let asked = 0;
  const peer = () => {
    asked += 1;
    return "192.0.2.1";
  };
  expect([hop(peer, "203.0.113.7"), asked]).toEqual(["203.0.113.7", 0]);
  expect([hop(peer, null), asked]).toEqual(["192.0.2.1", 1]);
});
