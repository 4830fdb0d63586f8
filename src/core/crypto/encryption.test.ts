import { expect, test } from "bun:test";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption("a key for tests with more than enough bytes");
const ASSOCIATED_DATA = "staff_users.mfa_secret.7";

test("an encrypted secret decrypts with its key and its associated data, and holds nothing readable", () => {
  const encrypted = encryption.encrypt("mfa-secret", ASSOCIATED_DATA, "JBSWY3DPEHPK3PXP");
  expect(encrypted).toStartWith("k1.");
  expect(encrypted).not.toContain("JBSWY3DPEHPK3PXP");
  expect(encryption.decrypt("mfa-secret", ASSOCIATED_DATA, encrypted)).toBe("JBSWY3DPEHPK3PXP");
});

test("an encrypted secret that was moved to another row, altered or truncated, or is read with another key, does not decrypt", () => {
  const encrypted = encryption.encrypt("mfa-secret", ASSOCIATED_DATA, "secret");
  const other = createEncryption("another key for tests that is long enough too");
  const altered = `${encrypted.slice(0, -2)}${encrypted.endsWith("AA") ? "BB" : "AA"}`;
  expect(encryption.decrypt("mfa-secret", "staff_users.mfa_secret.8", encrypted)).toBeNull();
  expect(encryption.decrypt("device", ASSOCIATED_DATA, encrypted)).toBeNull();
  expect(other.decrypt("mfa-secret", ASSOCIATED_DATA, encrypted)).toBeNull();
  for (const broken of [altered, encrypted.slice(0, 20), "", "k2.abc", "nothing"]) {
    expect(encryption.decrypt("mfa-secret", ASSOCIATED_DATA, broken)).toBeNull();
  }
});

test("the same text encrypted twice gives different results, and its keyed hash is stable", () => {
  expect(encryption.encrypt("device", ASSOCIATED_DATA, "x")).not.toBe(
    encryption.encrypt("device", ASSOCIATED_DATA, "x"),
  );
  expect(encryption.keyedHash("device", "x")).toBe(encryption.keyedHash("device", "x"));
  expect(encryption.keyedHash("device", "x")).not.toBe(encryption.keyedHash("account-name", "x"));
});

test("no two of many encrypted texts have the same nonce", () => {
  const nonce = () => encryption.encrypt("mfa-secret", "row", "secret").slice(0, "k1.".length + 16);
  expect(new Set(Array.from({ length: 1_000 }, nonce)).size).toBe(1_000);
});
