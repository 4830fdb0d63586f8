import { expect, test } from "bun:test";
import { domainOfEmail, domainOfWebsite } from "../../../../../shared/places/own-domain.ts";
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
  expect(domainOfEmail("amina@zaytoun.example")).toBe("zaytoun.example");
  expect(domainOfWebsite("https://www.Zaytoun.example/menu")).toBe("zaytoun.example");
  expect([domainOfEmail("amina@gmail.com"), domainOfWebsite("")]).toEqual(["", ""]);
});

test("a name with an @ in the path of a website is not its domain", () => {
  const pages = [
    "https://www.tiktok.com/@halalgrill.co",
    "https://youtube.com/@halalgrill.co?a=b@halalgrill.co",
  ];
  expect(pages.map(domainOfWebsite)).toEqual(["", ""]);
  expect(domainOfWebsite("https://zaytoun.example/@halalgrill.co")).toBe("zaytoun.example");
});
