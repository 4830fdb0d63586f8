import { expect, test } from "bun:test";
import { mailto } from "./mailto.ts";

test("a mail link keeps a plain address as it is, and encodes the subject", () => {
  expect(mailto("amina+news@example.org")).toBe("mailto:amina+news@example.org");
  expect(mailto("a@example.org", "A gift & more?")).toBe(
    "mailto:a@example.org?subject=A%20gift%20%26%20more%3F",
  );
});

test("an address cannot add recipients, a subject or a body to a mail link", () => {
  expect(mailto("a?bcc=b&body=c%0A,d#e@example.org")).toBe(
    "mailto:a%3Fbcc%3Db%26body%3Dc%250A%2Cd%23e@example.org",
  );
});
