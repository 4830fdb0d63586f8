import { expect, test } from "bun:test";
import { createSeal } from "./encryption.ts";

const seal = createSeal("a key for tests that is long enough for anybody");
const PLACE = "staff_users.mfa_secret.7";

test("a sealed secret opens at its own place with its own key, and holds nothing readable", () => {
  const sealed = seal.seal("mfa-secret", PLACE, "JBSWY3DPEHPK3PXP");
  expect(sealed).toStartWith("k1.");
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(seal.open("mfa-secret", PLACE, sealed)).toBe("JBSWY3DPEHPK3PXP");
});

test("moved to another row, altered, cut or under another key it does not open", () => {
  const sealed = seal.seal("mfa-secret", PLACE, "secret");
  const other = createSeal("another key for tests that is long enough too");
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  expect(seal.open("mfa-secret", "staff_users.mfa_secret.8", sealed)).toBeNull();
  expect(seal.open("device", PLACE, sealed)).toBeNull();
  expect(other.open("mfa-secret", PLACE, sealed)).toBeNull();
  for (const broken of [altered, sealed.slice(0, 20), "", "k2.abc", "nothing"]) {
    expect(seal.open("mfa-secret", PLACE, broken)).toBeNull();
  }
});

test("the same text sealed twice looks different, its print the same", () => {
  expect(seal.seal("device", PLACE, "x")).not.toBe(seal.seal("device", PLACE, "x"));
  expect(seal.print("device", "x")).toBe(seal.print("device", "x"));
  expect(seal.print("device", "x")).not.toBe(seal.print("account-name", "x"));
});
