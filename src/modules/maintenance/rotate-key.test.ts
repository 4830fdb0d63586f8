import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createApp, createDeps } from "../../app.ts";
import { createEncryption } from "../../core/crypto/encryption.ts";
import { installation } from "../../core/crypto/installation.table.ts";
import { checkSecretKey, encryptionOf, matchesKeyCheck, secretKeyOf } from "../../core/crypto/secret-key.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import { readEnv } from "../../env.ts";
import { minutes } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { mfaCode, PASSWORD, partner, signIn, staff, staffWithMfa } from "../../testing/accounts.ts";
import { noSite, operatorContext, secondInstance, type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { bytesOf, memoryFiles } from "../../testing/memory-files.ts";
import { staffUsers } from "../accounts/table.ts";
import { auditLog } from "../audit/table.ts";
import { associatedData } from "../evidence/uploads/queries.ts";
import { evidenceFiles } from "../evidence/uploads/table.ts";
import * as backups from "./backups/service.ts";

const OLD_KEY = "a key for tests with more than enough bytes";
const NEW_KEY = "another key, made yesterday, of forty-five bytes";

let home: string;
let app: TestApp;
let files: ReturnType<typeof memoryFiles>;
beforeEach(async () => {
  files = memoryFiles();
  home = await mkdtemp(join(tmpdir(), "rihla-rotate-"));
  app = await testApp({ DATA_DIR: home }, { files });
  await checkSecretKey(app.db, createEncryption(OLD_KEY));
});
afterEach(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

const rotate = (newKey = NEW_KEY) => app.operate("operator.maintenance.rotateKey", { newKey });

async function evidence(text: string): Promise<string> {
  const { id: partnerId } = await partner(app, `${randomId()}@example.com`);
  const id = randomId();
  const facts = { name: "license.pdf", contentType: "application/pdf", bytes: text.length, digest: "" };
  await app.db.orm.insert(evidenceFiles).values({ id, partnerId, ...facts, uploadedAt: app.clock.now });
  await files.put(id, app.deps.encryption.encryptStream("evidence", associatedData(id), bytesOf(text)));
  return id;
}

async function readWith(key: string, id: string): Promise<string> {
  const plain = createEncryption(key).decryptStream(
    "evidence",
    associatedData(id),
    bytesOf(files.kept.get(id) ?? ""),
  );
  const parts: Uint8Array[] = [];
  for await (const part of plain) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("a rotation re-encrypts everything: the new key decrypts it, the old one does not", async () => {
  const secret = await staffWithMfa(app, "aisha");
  await staff(app, "admin", "omar");
  const pending = await app.send("POST /api/admin/mfa/setup", { headers: await signIn(app, "omar") });
  const fileId = await evidence("a license");
  // one for each account's MFA, and the link in the mail to the account whose MFA was enabled
  expect(await rotate()).toEqual({
    success: true,
    secrets: 3,
    evidence: 1,
    kept: false,
    backup: expect.any(String),
  });
  expect(await matchesKeyCheck(app.db.orm, createEncryption(NEW_KEY))).toBe(true);
  expect(await failureOf(() => checkSecretKey(app.db, createEncryption(OLD_KEY)))).toMatchObject({
    name: "SettingError",
  });
  expect(await readWith(NEW_KEY, fileId)).toBe("a license");
  expect(await failureOf(() => readWith(OLD_KEY, fileId))).toMatchObject({ name: "DecryptionError" });
  const [omar] = await app.db.orm.select().from(staffUsers).where(eq(staffUsers.username, "omar"));
  const data = `staff_users.mfa_secret.${omar?.id}`;
  expect(createEncryption(NEW_KEY).decrypt("mfa-secret", data, omar?.mfaPending ?? "")).toBe(
    pending.json.secret,
  );
  expect(app.deps.encryption.decrypt("mfa-secret", data, omar?.mfaPending ?? "")).toBeNull();
  app.clock.forward(minutes(1));
  const restarted = secondInstance(app, createEncryption(NEW_KEY));
  const body = { username: "aisha", password: PASSWORD, mfaToken: mfaCode(app, secret) };
  const answer = await restarted.send("POST /api/admin/login", { body });
  expect(answer.status).toBe(200);
});

test("a rotation is in the audit log, without either key", async () => {
  await staffWithMfa(app, "aisha");
  await rotate();
  const entries = await app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "operator.maintenance.rotateKey"))
    .orderBy(auditLog.id);
  expect(entries).toMatchObject([
    { actorKind: "operator", after: { secrets: 2, evidence: 0 } },
    { actorKind: "operator", subject: expect.stringMatching(/-manual\.backup$/) }, // of its backup
  ]);
  const kept = JSON.stringify([entries, await app.db.orm.select().from(installation)]);
  expect(kept).not.toContain(NEW_KEY);
  expect(kept).not.toContain(OLD_KEY);
});

test("a rotation makes a backup, which the new key opens and the old one does not", async () => {
  const list = (key: string) =>
    backups.list(operatorContext({ ...app.deps, encryption: createEncryption(key) }, "list"));
  await backups.create(operatorContext(app.deps, "create"), { evidence: false });
  app.clock.forward(minutes(1));
  const { backup } = (await rotate()) as { backup: string };
  expect((await list(NEW_KEY)).map(({ name, opens }) => [name, opens])).toEqual([
    [backup, true],
    [expect.any(String), false],
  ]);
  expect((await list(OLD_KEY)).map(({ opens }) => opens)).toEqual([false, true]);
});

test("a rotation is done although its backup could not be made", async () => {
  await rm(home, { recursive: true });
  await writeFile(home, "no folder");
  expect(await rotate()).toMatchObject({ success: true, backup: null });
  expect(await matchesKeyCheck(app.db.orm, createEncryption(NEW_KEY))).toBe(true);
});

test("a rotation that was interrupted among the files is resumed by the same command", async () => {
  const fileIds = [await evidence("one"), await evidence("two"), await evidence("three")];
  files.failAt = 1;
  expect(String(await failureOf(() => rotate()))).toContain("TRPCError");
  expect(await matchesKeyCheck(app.db.orm, app.deps.encryption)).toBe(true);
  files.failAt = Number.POSITIVE_INFINITY;
  expect(await failureOf(() => rotate(`${NEW_KEY} too`))).toMatchObject({ code: "CONFLICT" });
  expect(await rotate()).toMatchObject({ evidence: 3 });
  expect((await app.db.orm.select().from(installation)).map(({ name }) => name)).toEqual(["key-check"]);
  const read = await Promise.all(fileIds.map((id) => readWith(NEW_KEY, id)));
  expect(read).toEqual(["one", "two", "three"]);
});

test("a secret that cannot be decrypted stops the rotation and rolls it back", async () => {
  await staffWithMfa(app, "aisha");
  await staffWithMfa(app, "omar");
  await app.db.orm.update(staffUsers).set({ mfaSecret: "k1.AAAA" }).where(eq(staffUsers.username, "omar"));
  const before = await app.db.orm.select().from(staffUsers).orderBy(staffUsers.id);
  expect(await failureOf(() => rotate())).toMatchObject({
    code: "CONFLICT",
    message: "The MFA secret of omar cannot be decrypted: reset that account's MFA first",
  });
  expect(await app.db.orm.select().from(staffUsers).orderBy(staffUsers.id)).toEqual(before);
  expect(await matchesKeyCheck(app.db.orm, app.deps.encryption)).toBe(true);
});

test("a rotation is refused with a short key, with the same key and while a server runs", async () => {
  for (const key of ["short", "x".repeat(31), `${"x".repeat(40)} `, ""])
    expect([key, (await failureOf(() => rotate(key))) as object]).toMatchObject([
      key,
      { code: "BAD_REQUEST" },
    ]);
  expect(await failureOf(() => rotate(OLD_KEY))).toMatchObject({ code: "CONFLICT" });
  const operation = app.app.operations.find(({ path }) => path === "operator.maintenance.rotateKey");
  const running = app.app.contextOf(internalCall("socket", { kind: "operator", name: "tester" }));
  expect(
    await failureOf(() => operation?.call(running, { newKey: NEW_KEY }) ?? Promise.resolve()),
  ).toMatchObject({
    code: "CONFLICT",
  });
  expect(await matchesKeyCheck(app.db.orm, app.deps.encryption)).toBe(true);
});

test("of two concurrent rotations one wins", async () => {
  await staffWithMfa(app, "aisha");
  const fileId = await evidence("a license");
  const outcomes = await Promise.all(
    [NEW_KEY, `${NEW_KEY} too`].map((key) =>
      rotate(key).then(
        () => key,
        () => null,
      ),
    ),
  );
  const won = outcomes.filter((key) => key !== null);
  expect(won).toHaveLength(1);
  const [user] = await app.db.orm.select().from(staffUsers);
  const data = `staff_users.mfa_secret.${user?.id}`;
  const encryption = createEncryption(won[0] ?? "");
  expect(await matchesKeyCheck(app.db.orm, encryption)).toBe(true);
  expect(encryption.decrypt("mfa-secret", data, user?.mfaSecret ?? "")).toBeString();
  expect(await readWith(won[0] ?? "", fileId)).toBe("a license");
});

test("a key in the data directory is replaced there", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "rihla-key-"));
  try {
    const settings = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    await app.db.orm.delete(installation);
    const encryption = await checkSecretKey(app.db, await encryptionOf(settings, app.db));
    const { log, db } = app.deps;
    const deps = createDeps({ settings, encryption, db, log, ports: { files } });
    const alone = createApp(deps, noSite);
    const operation = alone.operations.find(({ path }) => path === "operator.maintenance.rotateKey");
    const context = alone.contextOf(internalCall("cli", { kind: "operator", name: "tester" }));
    expect(await operation?.call(context, { newKey: NEW_KEY })).toMatchObject({ kept: true });
    const file = join(dataDir, "secret.key");
    expect(await readFile(file, "utf8")).toBe(NEW_KEY);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await secretKeyOf(settings, app.db)).toBe(NEW_KEY);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
