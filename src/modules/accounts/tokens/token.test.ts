import { expect, test } from "bun:test";
import { tokenHashOf } from "../../../core/crypto/token-hash.ts";
import { checksumOf, endingOf, isToken, newToken } from "./token.ts";

test("The checksum of a token is the CRC-32 of its random part in base62, filled with zeros", () => {
  // CRC-32 check values of the catalogue of parametrized CRC algorithms (ISO-HDLC)
  expect(checksumOf("123456789")).toBe(toBase62(0xcbf43926));
  expect(checksumOf("")).toBe("000000");
  expect(checksumOf("a")).toBe(toBase62(0xe8b7be43));
});

function toBase62(value: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const six = [5, 4, 3, 2, 1, 0].map((power) => digits[Math.floor(value / 62 ** power) % 62]);
  return six.join("");
}

test("A new token has its prefix, 40 characters of base62 and a right checksum, and no two are the same", () => {
  const made = Array.from({ length: 2_000 }, newToken);
  expect(new Set(made).size).toBe(2_000);
  expect(made.filter((token) => !/^rihla_[0-9A-Za-z]{40}$/.test(token) || !isToken(token))).toEqual([]);
  const used = new Set(made.flatMap((token) => [...token.slice(6, 40)]));
  expect(used.size).toBe(62);
});

test("A token with one changed character is not a token", () => {
  const token = newToken();
  const changed = [...token].map((character, index) => {
    const other = character === "x" ? "y" : "x";
    return token.slice(0, index) + other + token.slice(index + 1);
  });
  expect(changed.filter(isToken)).toEqual([]);
  expect([isToken(""), isToken(`${token}0`), isToken(token.slice(1)), isToken(` ${token}`)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("The database can tell neither a token from its hash nor from its ending", () => {
  const token = newToken();
  expect(tokenHashOf(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(token.endsWith(endingOf(token))).toBe(true);
  expect(endingOf(token)).toHaveLength(4);
});
