import { expect, test } from "bun:test";
import { domainOf } from "../../../../../shared/places/own-domain.ts";
import { matchExactly, matchNames, stateOf } from "./agreement.tsx";

const row = { label: "Name", sent: "Zaytoun Kitchen LLC", listed: "The Zaytoun kitchen" };

test("two names agree whatever their case, their order and their legal form, and in part if they share a word", () => {
  expect(matchNames(row.sent, row.listed)).toBe("agrees");
  expect(matchNames("Zaytoun Foods Inc", "Zaytoun Kitchen")).toBe("partly");
  expect(matchNames("Noor Market", "Zaytoun Kitchen")).toBe("differs");
});

test("what is missing on one side neither agrees nor differs", () => {
  expect(stateOf(row)).toBe("agrees");
  expect([stateOf({ ...row, sent: "" }), stateOf({ ...row, listed: "" })]).toEqual(["unsent", "unlisted"]);
  expect(stateOf({ ...row, sent: "", inFile: true })).toBe("file");
  expect(stateOf({ ...row, sent: "1", listed: "2", match: matchExactly })).toBe("differs");
});

test("a mailbox that anyone can have proves no website", () => {
  expect(domainOf("amina@zaytoun.example")).toBe("zaytoun.example");
  expect(domainOf("https://www.Zaytoun.example/menu")).toBe("zaytoun.example");
  expect([domainOf("amina@gmail.com"), domainOf("")]).toEqual(["", ""]);
});
