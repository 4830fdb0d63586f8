import { expect, test } from "bun:test";
import { z } from "zod";
import { isMissing } from "./errors.ts";
import { email, emailKey, linkToken, mailboxKey, requiredLongText, requiredText, website } from "./fields.ts";

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

test("characters that no one sees are removed from a text, except those that letters and emoji need", () => {
  const name = requiredText("Name");
  const cases: [string, string][] = [
    ["No\u200Bor\u2060 \u202EGrill\u202C", "Noor Grill"],
    ["Noor\u061C\u200F\u2063\u{E0041}\u3164\u115F\u00AD", "Noor"],
    ["می\u200Cخواهم", "می\u200Cخواهم"],
    ["❤\uFE0F 👨\u200D👩", "❤\uFE0F 👨\u200D👩"],
    ["Nu\u0308r", "Nür"],
  ];
  for (const [typed, kept] of cases) expect([typed, name.safeParse(typed).data]).toEqual([typed, kept]);
});

test("a text that consists of what no one sees is empty", () => {
  for (const typed of ["\u3164", "\u2800", "\u2063\u200B", " \u2800 \u{E0041}", "\uFFA0", "\u200D \u200C"])
    expect([typed, requiredText("Name").safeParse(typed).error?.issues[0]?.message]).toEqual([
      typed,
      "Name is required",
    ]);
});

test("a text is normalized once and then checked and kept as that", () => {
  expect(requiredText("Name").parse(" Cafe\u0301 ")).toBe("Caf\u00E9");
  expect(requiredText("Name").parse("Caf%C3%A9 &amp; \\u00E9")).toBe("Caf%C3%A9 &amp; \\u00E9"); // decoded no further
});

test("every spelling of one mailbox has one key", () => {
  const spellings: [string, string][] = [
    ["vic@mail.example.com", "VIC@Mail.Example.COM"],
    ["vic@mail.example.com", "vic@mail\u3002example.com"],
    ["vic@mail.example.com", "vic@mail\uFF0Eexample\uFF61com"],
    ["vic@mail.example.com", "vic@\uFF4Dail.example.com"],
    ["vic@xn--bcher-kva.example", "vic@b\u00FCcher.example"],
    ["vic@xn--bcher-kva.example", "vic@bu\u0308cher.example"],
    ["vic@xn--bcher-kva.example", "vic@XN--BCHER-KVA.example"],
    ["l\u00E9a@xn--bcher-kva.example", "le\u0301a@B\u00DCCHER.example"],
  ];
  for (const [key, spelling] of spellings) expect([spelling, emailKey(spelling)]).toEqual([spelling, key]);
  expect(emailKey("no address \u00FC")).toBe("no address \u00FC");
});

test("addresses with something after a plus are one mailbox", () => {
  for (const [address, mailbox] of [
    ["Vic+Shop@Mail.example", "vic@mail.example"],
    ["vic+a+b@mail.example", "vic@mail.example"],
    ["vic@mail.example", "vic@mail.example"],
    ["+vic@mail.example", "+vic@mail.example"],
    ["v.ic@a+b.example", "v.ic@a+b.example"],
  ] as const)
    expect([address, mailboxKey(address)]).toEqual([address, mailbox]);
});

test("an address whose domain has other dots or marks, or an encoded word, is refused", () => {
  const refused = [
    "vic@mail\u3002example.com",
    "vic@mail\uFF0Eexample.com",
    "vic@mail\uFF61example.com",
    "vic@exa%6dple.com",
    "vic@example.com/path.com",
    "=?utf-8?q?a=40evil.com?=@example.com",
  ];
  for (const typed of refused) expect([typed, email().safeParse(typed).success]).toEqual([typed, false]);
  for (const typed of [
    "vic@b\u00FCcher.example",
    "vic@xn--bcher-kva.example",
    "a=b@example.com",
    "o'x+y@a-b.example",
  ])
    expect([typed, email().safeParse(typed).success]).toEqual([typed, true]);
});

test("an empty required field is told by a code and not by its sentence", () => {
  const fields = { name: requiredText("Name"), token: linkToken(), note: requiredLongText("Note") };
  const problems = [{}, { name: null, token: "", note: " " }, { name: 5, token: 5, note: 5 }].map((input) =>
    z.object(fields).safeParse(input).error?.issues.map(isMissing),
  );
  expect(problems).toEqual([Array(3).fill(true), Array(3).fill(true), Array(3).fill(false)]);
  const label = requiredText("What is required", 3).safeParse("too long").error?.issues.map(isMissing);
  expect(label).toEqual([false]);
});
