import { expect, test } from "bun:test";
import { createEncryption } from "./encryption.ts";

const seal = createEncryption("a key for tests that is long enough for anybody");
const PLACE = "staff_users.mfa_secret.7";

test("a sealed secret opens at its own place with its own key, and holds nothing readable", () => {
  const sealed = seal.encrypt("mfa-secret", PLACE, "JBSWY3DPEHPK3PXP");
  expect(sealed).toStartWith("k1.");
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(seal.decrypt("mfa-secret", PLACE, sealed)).toBe("JBSWY3DPEHPK3PXP");
});

test("moved to another row, altered, cut or under another key it does not open", () => {
  const sealed = seal.encrypt("mfa-secret", PLACE, "secret");
  const other = createEncryption("another key for tests that is long enough too");
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  expect(seal.decrypt("mfa-secret", "staff_users.mfa_secret.8", sealed)).toBeNull();
  expect(seal.decrypt("device", PLACE, sealed)).toBeNull();
  expect(other.decrypt("mfa-secret", PLACE, sealed)).toBeNull();
  for (const broken of [altered, sealed.slice(0, 20), "", "k2.abc", "nothing"]) {
    expect(seal.decrypt("mfa-secret", PLACE, broken)).toBeNull();
  }
});

test("the same text sealed twice looks different, its print the same", () => {
  expect(seal.encrypt("device", PLACE, "x")).not.toBe(seal.encrypt("device", PLACE, "x"));
  expect(seal.keyedHash("device", "x")).toBe(seal.keyedHash("device", "x"));
  expect(seal.keyedHash("device", "x")).not.toBe(seal.keyedHash("account-name", "x"));
});
