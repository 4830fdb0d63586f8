import { expect, test } from "bun:test";
import { website } from "./fields.ts";

test("a website without a scheme gets https, with or without a port", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["example.com", "https://example.com"],
    ["example.com:8080", "https://example.com:8080"],
    ["example.com:8080/menu?x=1", "https://example.com:8080/menu?x=1"],
    ["http://example.com:8080", "http://example.com:8080"],
    ["HTTPS://example.com", "HTTPS://example.com"],
  ];
  for (const [typed, kept] of cases) expect([typed, website().safeParse(typed).data]).toEqual([typed, kept]);
});

test("an address that no browser should open is refused as a website", () => {
  for (const typed of [
    "javascript:alert(1)",
    "javascript:1",
    "example.com:99999",
    "mailto:a@example.com",
    "tel:1234567890",
    "data:text/html,x",
    "localhost:3000",
    "ftp://example.com",
    "example.com:x",
    "a@example.com:80",
  ])
    expect([typed, website().safeParse(typed).success]).toEqual([typed, false]);
});
