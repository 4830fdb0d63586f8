import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { countCodeAttempt, endLinks, issueLink, redeemCode, redeemLink } from "./service.ts";
import { type LinkKind, oneTimeLinks } from "./table.ts";

const KIND = "partner-reset-password";
const LINK = { kind: KIND, ownerId: "amina", email: "amina@example.com" } as const;
const EXPIRED = { kind: "invalid", sentence: "This link has expired or was used already" };
const WRONG_CODE = { kind: "invalid", sentence: "This code is incorrect or has expired" };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(oneTimeLinks);
});
afterAll(() => app.close());

const issue = (link: Partial<Parameters<typeof issueLink>[2]> = {}) =>
  app.db.transaction((tx) => issueLink(tx, app.deps, { ...LINK, ...link }));
const tokenOf = async (link: Partial<Parameters<typeof issueLink>[2]> = {}) => {
  const issued = await issue(link);
  if (!issued) throw new Error("the link was not issued");
  return issued.token;
};
const use = (token: string, kind: LinkKind = KIND) =>
  app.db.transaction((tx) => redeemLink(tx, app.deps, kind, token));
const useCode = (code: string, ownerId: string = LINK.ownerId) =>
  app.db.transaction((tx) => redeemCode(tx, app.deps, KIND, ownerId, code));

test("a link works once and carries its data; the database holds neither token nor code", async () => {
  const issued = await issue({ data: { email: "new@example.com" } });
  expect(issued?.token).toMatch(/^[\w-]{43}$/);
  expect(issued?.code).toMatch(/^\d{6}$/);
  const stored = JSON.stringify(await app.db.orm.select().from(oneTimeLinks));
  expect(stored).not.toContain(issued?.token ?? "none");
  expect(stored).not.toContain(`"${issued?.code}"`);
  const token = issued?.token ?? "";
  expect(await use(token)).toMatchObject({
    kind: KIND,
    ownerId: "amina",
    data: { email: "new@example.com" },
  });
  expect(await failureOf(() => use(token))).toMatchObject(EXPIRED);
});

test("a forged link, one of another kind, one of an unknown address and an expired one are refused alike", async () => {
  const token = await tokenOf();
  const ofNobody = await tokenOf({ ownerId: null, email: "unknown@example.com" });
  for (const refused of ["", "x".repeat(43), `${token}=`, ofNobody])
    expect(await failureOf(() => use(refused))).toMatchObject(EXPIRED);
  expect(await failureOf(() => use(token, "staff-reset-password"))).toMatchObject(EXPIRED);
  app.clock.forward(minutes(30));
  expect(await failureOf(() => use(token))).toMatchObject(EXPIRED);
});

test("nothing is kept about an address that has no account", async () => {
  await issue({ ownerId: null, email: "unknown@example.com", data: { to: "unknown@example.com" } });
  expect(JSON.stringify(await app.db.orm.select().from(oneTimeLinks))).not.toContain("unknown@");
});

test("of twenty parallel uses of a link one succeeds, and a use that fails later does not count", async () => {
  const token = await tokenOf();
  const failed = failureOf(() =>
    app.db.transaction(async (tx) => {
      await redeemLink(tx, app.deps, KIND, token);
      throw new Error("the password is too weak");
    }),
  );
  expect(String(await failed)).toBe("Error: the password is too weak");
  const uses = await Promise.all(Array.from({ length: 20 }, () => use(token).catch(() => null)));
  expect(uses.filter((each) => each !== null)).toHaveLength(1);
});

test("the code does the same as the link, only for its own account, and both are then used", async () => {
  const issued = await issue();
  const code = issued?.code ?? "";
  expect(await failureOf(() => useCode(code, "another"))).toMatchObject(WRONG_CODE);
  expect(await useCode(code)).toMatchObject({ ownerId: "amina" });
  expect(await failureOf(() => useCode(code))).toMatchObject(WRONG_CODE);
  expect(await failureOf(() => use(issued?.token ?? ""))).toMatchObject(EXPIRED);
});

test("guesses of a code are limited to ten an hour", async () => {
  const guess = () =>
    countCodeAttempt(app.deps, KIND, "guessed").then(
      () => null,
      (error: unknown) => error,
    );
  const refused = (await Promise.all(Array.from({ length: 12 }, guess))).filter(Boolean);
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ kind: "rateLimited" });
});

test("an address is sent one link of a kind in ten minutes and five a day, and the newest replaces the others", async () => {
  const first = await tokenOf();
  expect(await issue({ email: "Amina@Example.com" })).toBeNull();
  app.clock.forward(minutes(10));
  const second = await tokenOf();
  expect(await failureOf(() => use(first))).toMatchObject(EXPIRED);
  for (let n = 0; n < 3; n += 1) {
    app.clock.forward(hours(1));
    await tokenOf();
  }
  app.clock.forward(hours(1));
  expect(await issue()).toBeNull();
  expect(await issue({ kind: "partner-confirm-email" })).not.toBeNull();
  app.clock.forward(days(1));
  expect(await use(await tokenOf())).toMatchObject({ ownerId: "amina" });
  expect(await failureOf(() => use(second))).toMatchObject(EXPIRED);
});

test("of parallel requests for one address one makes a link", async () => {
  const issued = await Promise.all(Array.from({ length: 20 }, () => issue()));
  expect(issued.filter((each) => each !== null)).toHaveLength(1);
});

test("an account has one link of a kind also when it goes to another address, and the limit of the first stays", async () => {
  const change = { kind: "partner-change-email" } as const;
  const first = await tokenOf({ ...change, email: "first@example.com" });
  const second = await tokenOf({ ...change, email: "second@example.com" });
  expect(await failureOf(() => use(first, change.kind))).toMatchObject(EXPIRED);
  expect(await use(second, change.kind)).toMatchObject({ ownerId: "amina" });
  expect(await issue({ ...change, email: "first@example.com" })).toBeNull();
});

test("links to undo a change are valid side by side", async () => {
  const undo = { kind: "partner-undo-email" } as const;
  const [first, second] = [await tokenOf(undo), await tokenOf(undo)];
  expect(await use(second, undo.kind)).toMatchObject({ ownerId: "amina" });
  expect(await use(first, undo.kind)).toMatchObject({ ownerId: "amina" });
});

test("the links of an account end together, and no data of them stays", async () => {
  const [reset, lock] = [
    await tokenOf({ data: { email: "new@example.com" } }),
    await tokenOf({ kind: "partner-lock" }),
  ];
  const others = await tokenOf({ ownerId: "bilal", email: "bilal@example.com" });
  await app.db.transaction((tx) => endLinks(tx, app.deps, "amina", ["partner-lock"]));
  expect(await failureOf(() => use(lock, "partner-lock"))).toMatchObject(EXPIRED);
  await app.db.transaction((tx) => endLinks(tx, app.deps, "amina"));
  expect(await failureOf(() => use(reset))).toMatchObject(EXPIRED);
  expect(JSON.stringify(await app.db.orm.select().from(oneTimeLinks))).not.toContain("new@example.com");
  expect(await use(others)).toMatchObject({ ownerId: "bilal" });
});

test("links are deleted a day after they expired", async () => {
  await tokenOf();
  app.clock.forward(hours(24));
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(oneTimeLinks)).toHaveLength(1);
  app.clock.forward(hours(1));
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(oneTimeLinks)).toHaveLength(0);
});
