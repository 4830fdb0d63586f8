import { expect, test } from "bun:test";
import { days } from "../../shared/duration.ts";
import { createEncryption } from "../crypto/encryption.ts";
import { issuePersonToken, readPersonToken, requirePersonToken } from "./person-tokens.ts";

const SECRET = "a key for tests with more than enough bytes";
const at = (time: number, secret = SECRET) => ({
  encryption: createEncryption(secret),
  now: () => new Date(time),
});

test("a person's token names the address until it expires, any number of times, and does not show it", () => {
  const token = issuePersonToken(at(0), "me", "Amina@Example.com", days(30));
  expect(token).toMatch(/^[\w-]{40,}$/);
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("amina");
  for (const time of [0, days(30) - 1])
    expect(readPersonToken(at(time), ["me"], token)).toBe("amina@example.com");
  expect(readPersonToken(at(days(30)), ["me"], token)).toBeNull();
});

test("a token of another kind or key, an altered one and nonsense are refused with one sentence", () => {
  const token = issuePersonToken(at(0), "leave", "amina@example.com", days(30));
  expect(readPersonToken(at(1), ["me", "leave"], token)).toBe("amina@example.com");
  const altered = (token.startsWith("A") ? "B" : "A") + token.slice(1);
  for (const wrong of [token, altered, `${token}.x`, "", "k1", "x".repeat(5_000)])
    expect(() => requirePersonToken(at(1), ["me"], wrong)).toThrow(
      "This link has expired or was used already",
    );
  expect(readPersonToken(at(1, `another ${SECRET}`), ["leave"], token)).toBeNull();
});
