import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { hours, minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { createEncryption } from "../crypto/encryption.ts";
import { volume } from "./rate-limit.table.ts";
import { createRateLimiter, RATE_LIMITS, type RateLimitName } from "./rate-limit.ts";

let db: TestDatabase;
let now = new Date();
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await db.orm.delete(volume);
});
afterAll(() => db.close());

const encryption = createEncryption("a key for tests with more than enough bytes");
const instance = () => createRateLimiter(db, encryption, () => now, true);
type Instance = ReturnType<typeof instance>;

async function passes(limiter: Instance, name: RateLimitName, subject: string | null): Promise<boolean> {
  return limiter.take(name, subject).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.kind === "rateLimited") return false;
      throw error;
    },
  );
}

async function passed(limiters: readonly Instance[], name: RateLimitName, tries: number): Promise<number> {
  const results = Array.from({ length: tries }, (_, n) =>
    passes(limiters[n % limiters.length] as Instance, name, "192.0.2.7"),
  );
  return (await Promise.all(results)).filter(Boolean).length;
}

test("ten forms a minute pass, all at once", async () => {
  expect(await passed([instance()], "form", 30)).toBe(10);
});

test("each of several instances lets at most one call pass beyond the limit", async () => {
  const total = await passed([instance(), instance(), instance()], "form", 90);
  expect(total).toBeGreaterThanOrEqual(10);
  expect(total).toBeLessThanOrEqual(13);
});

test("a client's first call needs no query and is charged with the second", async () => {
  const limiter = instance();
  await limiter.take("form", "192.0.2.7");
  expect(await db.orm.select().from(volume)).toHaveLength(0);
  await limiter.take("form", "192.0.2.7");
  const [row] = await db.orm.select().from(volume);
  expect(row?.shortLeft).toBe(RATE_LIMITS.form.short.hits - 2);
});

test("after the wait that the refusal gives the next call passes, and not before", async () => {
  const limiter = instance();
  await passed([limiter], "form", 30);
  const refusal = await limiter.take("form", "192.0.2.7").catch((error: DomainError) => error.refusal);
  expect(refusal).toEqual({ retryAfter: 60 });
  now = new Date(now.getTime() + minutes(1) - 1);
  expect(await passes(limiter, "form", "192.0.2.7")).toBe(false);
  now = new Date(now.getTime() + 1);
  expect(await passes(limiter, "form", "192.0.2.7")).toBe(true);
});

test("sixty forms an hour pass; refused ones do not count", async () => {
  const limiter = instance();
  let total = 0;
  for (let minute = 0; minute < 10; minute += 1) {
    total += await passed([limiter], "form", 40);
    now = new Date(now.getTime() + minutes(1));
  }
  expect(total).toBe(60);
  now = new Date(now.getTime() + hours(1));
  expect(await passed([limiter], "form", 40)).toBe(10);
});

test("clients do not share a limit, except those without an address", async () => {
  const limiter = instance();
  await passed([limiter], "form", 20);
  expect(await passes(limiter, "form", "192.0.2.8")).toBe(true);
  for (let n = 0; n < RATE_LIMITS.form.short.hits; n += 1) await passes(limiter, "form", null);
  expect(await passes(limiter, "form", null)).toBe(false);
});

test("six hundred calls a minute cost ten queries", async () => {
  let asked = 0;
  const counting = new Proxy(db, {
    get(target, key) {
      if (key === "query") asked += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const limiter = createRateLimiter(counting, encryption, () => now, true);
  for (let n = 0; n < 600; n += 1) await limiter.take("api", "192.0.2.9");
  expect(asked).toBe(10);
  expect(await passes(limiter, "api", "192.0.2.9")).toBe(false);
});

test("the counters in the database hold no addresses", async () => {
  const limiter = instance();
  for (let n = 0; n < 2; n += 1) await limiter.take("form", "192.0.2.55");
  const rows = await db.orm.select().from(volume);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("192.0.2");
});

test("with the limits off no call is refused and no counter is written", async () => {
  const limiter = createRateLimiter(db, encryption, () => now, false);
  expect(await passed([limiter], "form", 100)).toBe(100);
  expect(await db.orm.select().from(volume)).toHaveLength(0);
});

test("counters whose windows have ended are deleted", async () => {
  const limiter = instance();
  await passed([limiter], "form", 2);
  now = new Date(now.getTime() + hours(2));
  await limiter.sweep();
  expect(await db.orm.select().from(volume)).toHaveLength(0);
});

test("the addresses of one IPv6 customer share twice the limit of an address in a /56 and four times in a /48", async () => {
  const { hits } = RATE_LIMITS.register.short;
  const limiter = instance();
  const passing = async (addresses: readonly string[]) => {
    let count = 0;
    for (const address of addresses) count += (await passes(limiter, "register", address)) ? 1 : 0;
    return count;
  };
  const of56 = (third: number) =>
    Array.from({ length: 14 }, (_, n) => `2001:db8:7:${(third * 256 + n).toString(16)}::/64`);
  expect(await passing(of56(0))).toBe(2 * hits);
  expect(await passing([...of56(1), ...of56(2), ...of56(3)])).toBe(2 * hits);
  expect(await passing(["2001:db8:8:0::/64"])).toBe(1);
});
