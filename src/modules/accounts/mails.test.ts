import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { throttle } from "../../core/auth/auth.table.ts";
import { minutes } from "../../shared/duration.ts";
import { basic, PASSWORD, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { sessionOf } from "../../testing/passkeys.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { staffUsers } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  await app.db.orm.delete(staffUsers);
  await app.db.orm.delete(mails);
  await staff(app, "super_admin", "aisha");
});
afterAll(() => app.close());

const mailsSent = async () =>
  (await app.db.orm.select().from(mails).orderBy(mails.createdAt))
    .filter(({ kind }) => kind !== "staff-new-device")
    .map(({ to, kind }) => [to, kind]);
const login = (mfaToken: string, password = PASSWORD) =>
  app.send("POST /api/admin/login", { body: { username: "aisha", password, mfaToken } });

/** Turns MFA on for aisha, and deletes the mails about it. Returns her session and a function whose codes are each of a later time step. */
async function withMfa() {
  const headers = await signIn(app, "aisha");
  const { json } = await app.send("POST /api/admin/mfa/setup", { headers });
  const code = () => {
    app.clock.forward(minutes(1));
    return generateSync({ secret: json.secret, epoch: Math.floor(app.clock.now.getTime() / 1_000) });
  };
  const body = { secret: json.secret, token: code() };
  const on = await app.send("POST /api/admin/mfa/enable", { headers, body });
  if (on.status !== 200) throw new Error(`MFA was not turned on: ${on.text}`);
  await app.db.orm.delete(mails);
  const backupCodes: readonly string[] = on.json.backupCodes;
  return { code, backupCodes, headers: { Cookie: on.headers.get("set-cookie")?.split(";")[0] ?? "" } };
}

test("a super admin who loses that role or is deactivated is reported to every other one", async () => {
  for (const name of ["omar", "maryam", "bilal"]) await staff(app, "super_admin", name);
  const send = (line: string, body: object = {}) => app.send(line, { headers: basic("aisha"), body });
  await app.db.orm.delete(mails);
  await send("PUT /api/admin/users/bilal/role", { role: "admin" });
  const demoted = "staff-super-admin-removed";
  const reported = async () => (await mailsSent()).filter(([, kind]) => kind === demoted).map(([to]) => to);
  expect((await reported()).toSorted()).toEqual(["maryam@example.com", "omar@example.com"]);
  await send("PUT /api/admin/users/omar/deactivate");
  expect((await reported()).slice(2)).toEqual(["maryam@example.com"]);
  await send("PUT /api/admin/users/bilal/deactivate");
  expect(await reported()).toHaveLength(3);
});

test("ten wrong codes send the account's owner one mail for each lockout", async () => {
  const { code } = await withMfa();
  for (let n = 0; n < 9; n += 1) await login("000000");
  expect(await mailsSent()).toEqual([]);
  expect((await login("000000")).status).toBe(401);
  for (let n = 0; n < 3; n += 1) expect((await login("000000")).status).toBe(429);
  expect(await mailsSent()).toEqual([["aisha@example.com", "staff-codes-refused"]]);
  app.clock.forward(minutes(16));
  expect((await login("000000")).status).toBe(401);
  expect(await mailsSent()).toHaveLength(2);
  app.clock.forward(minutes(31));
  expect((await login(code())).status).toBe(200);
  expect(await mailsSent()).toHaveLength(2);
});

test("nine wrong codes followed by a right one, or wrong passwords, send no mail", async () => {
  const { code } = await withMfa();
  for (let n = 0; n < 9; n += 1) await login("000000");
  expect((await login(code())).status).toBe(200);
  for (let n = 0; n < 12; n += 1) await login("000000", "wrong");
  expect(await mailsSent()).toEqual([]);
});

test("parallel wrong codes send one mail", async () => {
  await withMfa();
  await Promise.all(Array.from({ length: 20 }, () => login("000000")));
  expect(await mailsSent()).toEqual([["aisha@example.com", "staff-codes-refused"]]);
});

test("turning MFA off sends the owner a mail, even if someone else did it", async () => {
  const { headers } = await withMfa();
  expect((await app.send("POST /api/admin/mfa/disable", { headers, body: {} })).status).toBe(200);
  expect(await mailsSent()).toEqual([["aisha@example.com", "staff-mfa-off"]]);
  await app.operate("admin.users.resetMfa", { id: "aisha" });
  expect(await mailsSent()).toHaveLength(1); // it was off already
  await withMfa();
  await app.operate("admin.users.resetMfa", { id: "aisha" });
  expect(await mailsSent()).toEqual([["aisha@example.com", "staff-mfa-off"]]);
});

test("new backup codes send the owner a mail, and so does each code used that leaves two or fewer", async () => {
  const { backupCodes } = await withMfa();
  for (const each of backupCodes.slice(0, 7)) expect((await login(each)).status).toBe(200);
  expect(await mailsSent()).toEqual([]);
  const low = ["aisha@example.com", "staff-backup-codes-low"];
  const headers = await login(backupCodes[7] ?? "");
  expect([headers.status, await mailsSent()]).toEqual([200, [low]]);
  await login(backupCodes[8] ?? "");
  expect((await login(backupCodes[8] ?? "")).status).toBe(401); // a used one
  expect(await mailsSent()).toEqual([low, low]);
  const renewed = await app.send("POST /api/admin/mfa/regenerate-backup-codes", {
    headers: sessionOf(headers),
    body: {},
  });
  expect([renewed.status, (await mailsSent()).at(-1)]).toEqual([
    200,
    ["aisha@example.com", "staff-backup-codes"],
  ]);
});

test("a password set by someone else is reported by mail to the account's previous address, an own change to its own", async () => {
  const { json } = await app.send("GET /api/admin/users", { headers: basic("aisha") });
  await staff(app, "super_admin", "omar");
  await app.db.orm.delete(mails);
  const body = { email: "thief@example.com", password: "another long passphrase" };
  const path = `PUT /api/admin/users/${json[0].id}`;
  expect((await app.send(path, { headers: basic("omar"), body })).status).toBe(200);
  expect(await mailsSent()).toEqual([
    ["aisha@example.com", "staff-email-changed"],
    ["aisha@example.com", "staff-password-set"],
  ]);
  const own = { currentPassword: PASSWORD, newPassword: "a third long passphrase" };
  const changed = await app.send("PUT /api/admin/password", { headers: basic("omar"), body: own });
  expect([changed.status, (await mailsSent()).at(-1)]).toEqual([
    200,
    ["omar@example.com", "staff-password-changed"],
  ]);
});

test("an account without an email address can be changed, and no mail is sent", async () => {
  const { json } = await app.send("GET /api/admin/users", { headers: basic("aisha") });
  await app.operate("admin.users.update", { id: json[0].id, email: "" });
  await app.db.orm.delete(mails); // which told the old address
  await withMfa();
  for (let n = 0; n < 10; n += 1) expect((await login("000000")).status).toBe(401);
  await app.operate("admin.users.resetMfa", { id: "aisha" });
  await app.operate("admin.users.resetPassword", { id: "aisha", password: "another long passphrase" });
  expect(await mailsSent()).toEqual([]);
});

test("a mail to staff says when, where and on which device, has one link of the site and stores no secret", async () => {
  await withMfa();
  for (let n = 0; n < 10; n += 1) await login("000000");
  const [mail] = await app.db.orm.select().from(mails);
  expect(mail?.text).toMatch(/^When: \w+day, \w+ \d+, \d{4} at \d\d:\d\d UTC$/m);
  expect(mail?.text).toContain("Where: network address 192.0.2.1\nDevice: Unknown device");
  expect(mail?.text).toContain("Lock my account:\nhttp://localhost:3000/admin/lock/⟦0⟧");
  expect(mail?.text?.match(/https?:/g)).toHaveLength(1);
  expect(mail?.text).not.toContain(PASSWORD);
  expect(mail?.text?.length).toBeLessThan(800);
});

describe("what someone who takes accounts over would do", () => {
  /** Four super admins: of the other three, omar is the one who acts in most tests and yusuf is inactive. */
  async function threeMore(): Promise<void> {
    for (const name of ["omar", "maryam", "yusuf"]) await staff(app, "super_admin", name);
    await app.operate("admin.users.deactivate", { id: "yusuf" });
    await app.db.orm.delete(mails);
  }
  const recipients = async (kind: string) =>
    (await mailsSent())
      .filter(([, sent]) => sent === kind)
      .map(([to]) => to)
      .sort();
  const asOmar = (line: string, body: object = {}) =>
    app.send(line, { headers: basic("omar"), body }).then(({ status }) => status);

  test("a new super admin is reported to every other active super admin, whichever way it became one", async () => {
    await threeMore();
    const others = ["aisha@example.com", "maryam@example.com"];
    const body = { username: "new", email: "new@example.com", role: "super_admin", password: PASSWORD };
    expect(await asOmar("POST /api/admin/users", body)).toBe(201);
    expect(await recipients("staff-new-super-admin")).toEqual(others);
    const [mail] = await app.db.orm.select().from(mails);
    expect(mail?.text).toContain("omar made new a super admin");
    await app.operate("admin.users.deactivate", { id: "new" });
    await staff(app, "admin", "bilal");
    await app.db.orm.delete(mails);
    expect(await asOmar("PUT /api/admin/users/bilal/role", { role: "super_admin" })).toBe(200);
    expect(await recipients("staff-new-super-admin")).toEqual(others);
    await app.operate("admin.users.deactivate", { id: "bilal" });
    await app.db.orm.delete(mails);
    expect(await asOmar("PUT /api/admin/users/yusuf/activate")).toBe(200);
    expect(await recipients("staff-new-super-admin")).toEqual(others);
  });

  test("an account of another role, and a change that is none, are reported to no one", async () => {
    await threeMore();
    await staff(app, "admin", "bilal");
    expect(await asOmar("PUT /api/admin/users/bilal/role", { role: "partner_manager" })).toBe(200);
    expect(await asOmar("PUT /api/admin/users/maryam/role", { role: "super_admin" })).toBe(200);
    expect(await asOmar("PUT /api/admin/users/maryam", { email: "Maryam@example.com" })).toBe(200);
    expect(await mailsSent()).toEqual([]);
  });

  test("a reset password and a reset MFA are reported to the account and to the other super admins", async () => {
    await threeMore();
    await withMfa();
    expect(await asOmar("PUT /api/admin/users/aisha/reset-mfa")).toBe(200);
    expect(await mailsSent()).toHaveLength(2); // a request, which another super admin must confirm
    await app.db.orm.delete(mails);
    const confirmed = await app.send("PUT /api/admin/users/aisha/reset-mfa", { headers: basic("maryam") });
    expect(confirmed.json.mfaEnabled).toBe(false);
    const password = "another long passphrase";
    expect(await asOmar("PUT /api/admin/users/aisha/reset-password", { password })).toBe(200);
    expect((await mailsSent()).sort()).toEqual([
      ["aisha@example.com", "staff-mfa-off"],
      ["aisha@example.com", "staff-password-set"],
      ["maryam@example.com", "staff-password-reset"],
      ["omar@example.com", "staff-mfa-reset"],
    ]);
    const texts = (await app.db.orm.select().from(mails)).map(({ text }) => text).join();
    expect([texts.includes("omar"), texts.includes(password)]).toEqual([true, false]);
  });

  test("what the operator of the server changes is reported to every super admin", async () => {
    await threeMore();
    await app.operate("admin.users.resetPassword", { id: "aisha", password: "another long passphrase" });
    expect(await recipients("staff-password-reset")).toEqual(["maryam@example.com", "omar@example.com"]);
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.to, "omar@example.com"));
    expect(mail?.text).toContain(
      "The operator of the server set a new password for the staff account aisha.",
    );
  });

  test("a changed email address is reported to the old one, and the audit log has neither", async () => {
    await threeMore();
    expect(await asOmar("PUT /api/admin/users/aisha", { email: "elsewhere@example.com" })).toBe(200);
    expect(await mailsSent()).toEqual([["aisha@example.com", "staff-email-changed"]]);
    const action = eq(auditLog.action, "admin.users.update");
    const entries = JSON.stringify(
      await app.db.orm.select().from(auditLog).where(action).orderBy(auditLog.id),
    );
    expect([entries.includes("emailChanged"), entries.includes("@example.com")]).toEqual([true, false]);
  });

  test("a change that is refused reports nothing", async () => {
    await threeMore();
    expect(await asOmar("PUT /api/admin/users/aisha/reset-password", { password: "password123" })).toBe(400);
    expect(await asOmar("PUT /api/admin/users/omar/role", { role: "admin" })).toBe(403);
    expect(await mailsSent()).toEqual([]);
  });
});
