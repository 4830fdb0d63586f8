import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { createEncryption } from "../../core/crypto/encryption.ts";
import { checkSecretKey, matchesKeyCheck } from "../../core/crypto/secret-key.ts";
import { instances } from "../../core/jobs/jobs.table.ts";
import { minutes } from "../../shared/duration.ts";
import { mfaCode, PASSWORD, partner, signIn, staff, staffWithMfa } from "../../testing/accounts.ts";
import { SECRET_KEY as OLD_KEY, secondInstance, type TestApp, testApp } from "../../testing/app.ts";
import { pdf } from "../../testing/evidence-files.ts";
import { failureOf } from "../../testing/failure.ts";
import { give } from "../../testing/gifts.ts";
import { memoryFiles } from "../../testing/memory-files.ts";
import { staffUsers } from "../accounts/table.ts";
import { mails } from "../mail/table.ts";
import { payments } from "../payments/table.ts";

const NEW_KEY = "another key, made yesterday, of forty-five bytes";
const ONLY_OLD = createEncryption(OLD_KEY);
const ONLY_NEW = createEncryption(NEW_KEY);
const OLD_AND_NEW = createEncryption(OLD_KEY, [NEW_KEY]);

let home: string;
let files: ReturnType<typeof memoryFiles>;
/** Started with both keys before the rotation, so the old one is its first. */
let server: TestApp;
beforeEach(async () => {
  files = memoryFiles();
  home = await mkdtemp(join(tmpdir(), "rihla-rotate-"));
  const app = await testApp({ DATA_DIR: home }, { files });
  server = secondInstance(app, await checkSecretKey(app.db, OLD_AND_NEW));
});
afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

const rotate = () => server.operate("operator.maintenance.rotateKey", { newKey: NEW_KEY });
/** As `staffWithMfa`, and later, so that the next code is another one. */
async function withMfa(username: string): Promise<string> {
  const secret = await staffWithMfa(server, username);
  server.clock.forward(minutes(2));
  return secret;
}

const signInWithCode = (at: TestApp, username: string, secret: string) =>
  at.send("POST /api/admin/login", { body: { username, password: PASSWORD, mfaToken: mfaCode(at, secret) } });

const upload = (at: TestApp, headers: Record<string, string>) =>
  at.send("POST /partner/api/evidence", {
    raw: pdf("a license"),
    headers: { ...headers, "Content-Type": "application/octet-stream", "X-File-Name": "license.pdf" },
  });

const download = (at: TestApp, headers: Record<string, string>, id: string) =>
  at.send(`GET /partner/api/evidence/${id}`, { headers });

/** The row of a server that runs elsewhere. */
const announce = (id: string, keyChecks: readonly string[], ageSeconds = 0) =>
  server.db.orm.insert(instances).values({
    id,
    startedAt: sql`now()`,
    seenAt: sql`now() - ${`${ageSeconds} s`}::interval`,
    keyChecks: [...keyChecks],
  });

test("a server with both keys goes on through a rotation, and writes with the new one from then on", async () => {
  const [aisha, noor] = [await withMfa("aisha"), await partner(server)];
  const { json: before } = await upload(server, noor.headers);
  await announce("elsewhere", OLD_AND_NEW.keyChecks);
  expect(await rotate()).toMatchObject({ evidence: 1, kept: false });
  expect((await server.send("GET /readyz")).status).toBe(200);
  expect((await signInWithCode(server, "aisha", aisha)).status).toBe(200);
  expect((await download(server, noor.headers, before.id)).text).toContain("a license");
  await withMfa("omar");
  const { json: after } = await upload(server, noor.headers);
  const [omar] = await server.db.orm.select().from(staffUsers).where(eq(staffUsers.username, "omar"));
  const [mail] = await server.db.orm.select().from(mails).where(eq(mails.to, "omar@example.com"));
  const started = secondInstance(server, ONLY_NEW);
  expect(
    ONLY_NEW.decrypt("mfa-secret", `staff_users.mfa_secret.${omar?.id}`, omar?.mfaSecret ?? ""),
  ).toBeString();
  expect(ONLY_NEW.decrypt("mail-secrets", `mails.secrets:${mail?.id}`, mail?.secrets ?? "")).toBeString();
  for (const { id } of [before, after])
    expect((await download(started, noor.headers, id)).text).toContain("a license");
});

test("a rotation is refused while a server runs without the new key, and changes nothing", async () => {
  await withMfa("aisha");
  await announce("elsewhere", ONLY_OLD.keyChecks);
  const beat = setInterval(
    () =>
      server.db.orm
        .update(instances)
        .set({ seenAt: sql`clock_timestamp()` })
        .catch(() => {}),
    50,
  );
  const before = await server.db.orm.select().from(staffUsers);
  const refusal = await failureOf(rotate);
  clearInterval(beat);
  expect(refusal).toMatchObject({ code: "CONFLICT" });
  expect(String(refusal)).toContain("without the new key");
  expect(await server.db.orm.select().from(staffUsers)).toEqual(before);
  expect(await matchesKeyCheck(server.db.orm, ONLY_OLD)).toBe(true);
});

test("a server that was killed without the new key does not keep a rotation from running", async () => {
  await announce("killed", ONLY_OLD.keyChecks, 44.5);
  expect(await rotate()).toMatchObject({ success: true });
});

test("a server that hung through a rotation without the new key writes and reads no secret", async () => {
  const hung = secondInstance(server, ONLY_OLD);
  const [aisha, noor] = [await withMfa("aisha"), await partner(server)];
  await staff(server, "admin", "omar");
  const omar = await signIn(server, "omar");
  await rotate();
  expect((await hung.send("GET /readyz")).status).toBe(503);
  expect((await signInWithCode(hung, "aisha", aisha)).status).toBe(503);
  expect((await hung.send("POST /api/admin/mfa/setup", { headers: omar })).status).toBe(503);
  expect((await upload(hung, noor.headers)).status).toBe(503);
  expect((await signInWithCode(server, "aisha", aisha)).status).toBe(200);
});

test("an upload during which the key changes is refused, and leaves no file that the new key cannot read", async () => {
  const noor = await partner(server);
  const put = files.put;
  let rotated: unknown;
  files.put = async (name, bytes) => {
    await put(name, bytes);
    files.put = put;
    rotated = await rotate();
  };
  const refused = await upload(server, noor.headers);
  expect(rotated).toMatchObject({ success: true });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  expect((await upload(server, noor.headers)).status).toBe(201);
  const { json } = await secondInstance(server, ONLY_NEW).send("GET /partner/api/evidence", {
    headers: noor.headers,
  });
  expect(json).toHaveLength(1);
});

test("a gift that is sent again to a server with the other key first is charged once", async () => {
  const headers = { "Idempotency-Key": "the same gift" };
  const first = await give(server, {}, headers);
  await rotate();
  const started = secondInstance(server, createEncryption(NEW_KEY, [OLD_KEY]));
  const again = await give(started, {}, headers);
  expect([again.status, again.json]).toEqual([first.status, first.json]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await give(started, { amount: 51 }, headers)).status).toBe(409);
  expect(await server.db.orm.select().from(payments)).toHaveLength(1);
});

test("what an interrupted rotation left of the files is finished by the same command", async () => {
  const noor = await partner(server);
  const { json } = await upload(server, noor.headers);
  const left = files.kept.get(json.id) ?? Buffer.of();
  await rotate();
  files.kept.set(json.id, left); // as if it had been stored in between
  const withoutOld = secondInstance(server, ONLY_NEW);
  expect(
    await failureOf(() => withoutOld.operate("operator.maintenance.rotateKey", { newKey: NEW_KEY })),
  ).toMatchObject({
    code: "CONFLICT",
  });
  const withBoth = secondInstance(server, createEncryption(NEW_KEY, [OLD_KEY]));
  expect(await withBoth.operate("operator.maintenance.rotateKey", { newKey: NEW_KEY })).toMatchObject({
    secrets: 0,
    evidence: 1,
  });
  expect((await download(withoutOld, noor.headers, json.id)).text).toContain("a license");
});
