import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { derivePassphraseKey, newSalt } from "../../../core/crypto/backup-encryption.ts";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { checkSecretKey, matchesKeyCheck } from "../../../core/crypto/secret-key.ts";
import { PASSWORD, partner, partnerSession, staff, staffWithMfa } from "../../../testing/accounts.ts";
import { operatorContext, secondInstance, type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { failureOf } from "../../../testing/failure.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

let home: string;
let app: TestApp;
let owner: string;
let fileId: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-backup-secrets-"));
  app = await testApp({ DATA_DIR: home });
  await checkSecretKey(app.db, app.deps.encryption);
  const { id, headers } = await partner(app);
  owner = id;
  const sent = { ...headers, "Content-Type": "application/octet-stream", "X-File-Name": "license.pdf" };
  fileId = (await app.send("POST /partner/api/evidence", { raw: pdf("a license"), headers: sent })).json.id;
  await app.send("POST /api/waitlist", { body: { firstName: "Amina", email: "amina@example.com" } });
  await staffWithMfa(app, "aisha", "super_admin");
  await staff(app, "admin", "omar");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const download = async () => {
  const headers = await partnerSession(app, owner);
  return app.send(`GET /partner/api/evidence/${fileId}`, { headers });
};

async function backedUp(name: string, key: { key?: string; salt?: string } = {}): Promise<string> {
  const path = join(home, name);
  const options = { evidence: true, ...key };
  const parts = await Array.fromAsync(
    await backup(operatorContext(app.deps, "operator.maintenance.backup"), options),
  );
  await Bun.write(path, Buffer.concat(parts));
  return path;
}

const restored = (file: string, more: { key?: string; withoutSecrets?: boolean } = {}, deps = app.deps) =>
  restore(operatorContext(deps, "operator.maintenance.restore"), {
    file,
    replace: true,
    withoutSecrets: false,
    ...more,
  });

test("evidence files are restored from a backup, in which they are not readable", async () => {
  const before = (await download()).text;
  expect(before).toContain("a license");
  const file = await backedUp("with-evidence");
  expect(Buffer.from(await Bun.file(file).bytes()).includes("a license")).toBe(false);
  await rm(join(home, "evidence"), { recursive: true });
  expect(await restored(file)).toMatchObject({ evidence: 1 });
  expect((await download()).text).toBe(before);
});

test("without the lost SECRET_KEY everything is restored except second factors, unsent links and evidence", async () => {
  const salt = newSalt();
  const key = await derivePassphraseKey("violet camel orbit", salt);
  const file = await backedUp("lost", { key, salt });
  const withoutSecrets = true;
  expect(await failureOf(() => restored(file, { key, withoutSecrets }))).toMatchObject({ kind: "conflict" });
  const encryption = createEncryption("a new key, made after the first one was lost");
  const result = await restored(file, { key, withoutSecrets }, { ...app.deps, encryption });
  expect(result).toMatchObject({ evidence: 0, reset: { secondFactors: ["aisha"], evidenceFiles: 1 } });
  const links = await app.db.query("select from mails where secrets is not null and next_try_at is not null");
  expect([result.reset?.mails, links]).toEqual([expect.any(Number), []]);
  expect(await matchesKeyCheck(app.db.orm, encryption)).toBe(true);
  const signups = "select email from waitlist_signups";
  expect(await app.db.query(signups)).toEqual([{ email: "amina@example.com" }]);
  const login = { username: "aisha", password: PASSWORD };
  const { json } = await secondInstance(app, encryption).send("POST /api/admin/login", { body: login });
  expect(json).toMatchObject({ success: true, user: { username: "aisha" } });
  const files = "select removed_at is not null as removed from evidence_files";
  expect(await app.db.query(files)).toEqual([{ removed: true }]);
  const [entry] = await app.db.query<{ after: unknown }>(
    "select after from audit_log where action = 'operator.maintenance.restore' order by id desc limit 1",
  );
  expect(entry?.after).toMatchObject({ reset: { secondFactors: ["aisha"] } });
});
