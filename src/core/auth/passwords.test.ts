import { expect, spyOn, test } from "bun:test";
import { availableParallelism } from "node:os";
import { DomainError } from "../../shared/errors.ts";
import { createPasswords } from "./passwords.ts";

const cheap = createPasswords({ memoryCost: 1_024, timeCost: 1 });

test("a new hash is argon2id with 19 MiB and two passes", async () => {
  expect(await createPasswords().hash("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("only the correct password matches: not a wrong, empty, truncated or overlong one", async () => {
  const password = "😀".repeat(128);
  const hash = await cheap.hash(password);
  expect(await cheap.verify(password, hash)).toBe(true);
  for (const wrong of ["", "x", "😀".repeat(127), "😀".repeat(129)]) {
    expect(await cheap.verify(wrong, hash)).toBe(false);
  }
});

test("without an account, a hash of the same cost is compared and never matches", async () => {
  const stored = await cheap.hash("right");
  const compared = spyOn(Bun.password, "verify");
  expect(await cheap.verify("anything", stored)).toBe(false);
  expect(await cheap.verify("anything", null)).toBe(false);
  const shapes = compared.mock.calls.map(([, hash]) => String(hash).replace(/[^$]{43}/g, "32 bytes"));
  compared.mockRestore();
  const shape = "$argon2id$v=19$m=1024,t=1,p=1$32 bytes$32 bytes";
  expect(shapes).toEqual([shape, shape]);
});

test("when the queue of password checks is full, the next is refused with 503", async () => {
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => cheap.hash("x")));
  const refused = results.filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.reason).toBeInstanceOf(DomainError);
  expect(refused[0]?.reason).toMatchObject({ kind: "unavailable" });
  expect(await cheap.verify("x", await cheap.hash("x"))).toBe(true);
});

test("a password check behind fifty of another address begins after those that run and one more", async () => {
  let address = "192.0.2.1";
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1 }, () => ({ key: address }));
  const hash = await passwords.hash("x");
  const begun = spyOn(Bun.password, "verify");
  const check = () => passwords.verify(address, hash);
  const flood = Array.from({ length: 50 }, check);
  address = "198.51.100.2";
  await Promise.all([...flood, check()]);
  const order = begun.mock.calls.map(([password]) => password);
  begun.mockRestore();
  const atOnce = Math.max(1, availableParallelism() - 1);
  expect([order.length, order.indexOf(address)]).toEqual([51, Math.min(50, atOnce + 1)]);
});

test("hashes with weaker parameters are outdated", () => {
  const standard = createPasswords();
  expect(standard.isOutdated("$argon2id$v=19$m=4096,t=1,p=1$x$y")).toBe(true);
  expect(standard.isOutdated("$argon2id$v=19$m=19456,t=2,p=1$x$y")).toBe(false);
});
