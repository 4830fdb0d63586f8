import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, isNull, sql } from "drizzle-orm";
import { days, hours } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { jpeg, pdf, png } from "../../../testing/evidence-files.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { poiClaims } from "../../ownership/claims/table.ts";
import { evidenceFiles } from "./table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let home: string;
let app: TestApp;
let noor: Owner;
let other: Owner;
let grill: Awaited<ReturnType<typeof place>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-evidence-"));
  app = await testApp({ DATA_DIR: home });
  noor = await partner(app);
  other = await partner(app, "other@example.com");
  grill = await place(app);
  await staff(app, "partner_manager");
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(evidenceFiles);
  await app.db.orm.delete(poiClaims);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterEach(() => rm(join(home, "evidence"), { recursive: true, force: true }));
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const upload = (
  bytes: Uint8Array | string | ReadableStream<Uint8Array>,
  name = "license.pdf",
  by = noor,
  headers = {},
) =>
  app.send("POST /partner/api/evidence", {
    raw: bytes,
    headers: {
      ...by.headers,
      "Content-Type": "application/octet-stream",
      "X-File-Name": encodeURIComponent(name),
      ...headers,
    },
  });
/** A sender that has begun and waits with the rest. */
const heldUntil = (go: Promise<void>, bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, 1));
      await go;
      controller.enqueue(bytes.slice(1));
      controller.close();
    },
  });
/** Waits until this many uploads have begun. */
async function untilUnderWay(count: number): Promise<void> {
  const begun = () => readdirSync(home).filter((name) => name.startsWith("spool")).length;
  while (begun() < count) await Bun.sleep(10);
}
const claim = (documents: readonly string[], by = noor) =>
  app.send("POST /partner/api/poi-claims", { headers: by.headers, body: { poiId: grill.id, documents } });
const unsent = async (by = noor): Promise<string[]> =>
  (await app.send("GET /partner/api/evidence", { headers: by.headers })).json.map(
    (each: { id: string }) => each.id,
  );
const stored = () => (existsSync(join(home, "evidence")) ? readdirSync(join(home, "evidence")) : []);
const asManager = (line: string) => app.send(line, { headers: basic("partner_manager") });

describe("an upload", () => {
  test("is stored encrypted under a random name, readable only by its owner", async () => {
    const answer = await upload(pdf("license of Maryam"), "license ﷺ.pdf");
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-z]{26}$/),
        name: "license ﷺ.pdf",
        contentType: "application/pdf",
        bytes: pdf("license of Maryam").length,
        uploadedAt: app.clock.now.toISOString(),
      },
    ]);
    expect(stored()).toEqual([answer.json.id]);
    const path = join(home, "evidence", answer.json.id);
    expect(readFileSync(path).includes("Maryam")).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).filter((name) => name.startsWith("spool"))).toEqual([]);
  });

  test("leaves an audit entry without the file's name", async () => {
    const { json } = await upload(pdf());
    const [act] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(act).toMatchObject({
      action: "partner.evidence.upload",
      subject: json.id,
      after: { contentType: "application/pdf", bytes: pdf().length },
    });
  });

  test("is validated by its bytes and name, never by the declared type", async () => {
    expect((await upload(png(), "a.png", noor, { "Content-Type": "text/html" })).json.contentType).toBe(
      "image/png",
    );
    const html = await upload("<!doctype html>", "a.pdf", noor, { "Content-Type": "application/pdf" });
    expect([html.status, html.json.code, html.json.error]).toEqual([
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "Only PDF, JPEG and PNG files can be sent",
    ]);
    expect(stored()).toHaveLength(1);
  });

  test("of 10 MiB is accepted and one byte more is refused, with and without a declared length", async () => {
    const most = 10 * 1_024 * 1_024;
    const whole = pdf("x", most - pdf("x").length);
    expect([whole.length, (await upload(whole)).status]).toEqual([most, 201]);
    const more = Buffer.concat([whole, Buffer.from("\n")]);
    const said = await upload(more);
    expect([said.status, said.json.error]).toEqual([413, "A file may have at most 10 MiB"]);
    const unsaid = await upload(new Blob([more]).stream() as unknown as Uint8Array);
    expect([unsaid.status, unsaid.json.code]).toEqual([413, "TOO_LARGE"]);
    expect(stored()).toHaveLength(1);
    expect(readdirSync(home).filter((name) => name.startsWith("spool"))).toEqual([]);
  });

  test("needs a valid name", async () => {
    const named = async (header: string | undefined) => {
      const headers = { ...noor.headers, ...(header !== undefined && { "X-File-Name": header }) };
      const { status, json } = await app.send("POST /partner/api/evidence", { raw: pdf(), headers });
      return [status, json.fields?.name !== undefined];
    };
    for (const header of [undefined, "", "%zz", "a%00.pdf", "a%0D%0Ab.pdf", `${"x".repeat(300)}.pdf`]) {
      expect(await named(header)).toEqual([400, true]);
    }
    expect(await named("..%2F..%2Fetc%2Fpasswd.pdf")).toEqual([201, false]);
    expect(stored().every((name) => /^[0-9a-z]{26}$/.test(name))).toBe(true);
  });

  test("from another site, compressed, or without a session is refused", async () => {
    expect((await upload(pdf(), "a.pdf", noor, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await upload(pdf(), "a.pdf", noor, { "Content-Encoding": "gzip" })).status).toBe(415);
    expect((await upload(pdf(), "a.pdf", { id: "", headers: { Cookie: "" } })).status).toBe(401);
    const staffUpload = { raw: pdf(), headers: { ...basic("admin"), "X-File-Name": "a.pdf" } };
    expect((await app.send("POST /partner/api/evidence", staffUpload)).status).toBe(401);
    expect(
      (await app.send("POST /trpc/partner.evidence.upload", { headers: noor.headers, body: {} })).status,
    ).toBe(404);
  });

  test("is refused beyond 50 MiB and beyond 20 unattached files of one partner", async () => {
    const row = { partnerId: noor.id, name: "a.pdf", contentType: "application/pdf", digest: "" };
    const values = { ...row, uploadedAt: app.clock.now };
    await app.db.orm.insert(evidenceFiles).values({ ...values, id: "big", bytes: 50 * 1_024 * 1_024 - 10 });
    expect((await upload(pdf())).json.error).toMatch(/50 MiB/);
    expect((await upload(pdf(), "a.pdf", other)).status).toBe(201);
    const many = Array.from({ length: 20 }, (_, index) => ({ ...values, id: `small${index}`, bytes: 1 }));
    await app.db.orm.delete(evidenceFiles);
    await app.db.orm.insert(evidenceFiles).values(many);
    const full = await upload(pdf());
    expect([full.status, full.json.code]).toEqual([409, "CONFLICT"]);
  });

  test("is accepted after a rejected claim, whatever the size of that claim's files", async () => {
    const full = 50 * 1_024 * 1_024;
    const { json: file } = await upload(pdf());
    await claim([file.id]);
    await app.db.orm.update(evidenceFiles).set({ bytes: full });
    expect((await upload(pdf())).status).toBe(409); // it waits
    await app.db.orm.update(poiClaims).set({ status: "rejected", reviewedAt: app.clock.now });
    expect((await upload(pdf())).status).toBe(201);
  });

  test("that the store kept despite an error is deleted, or left to the sweep", async () => {
    const { files } = app.deps.ports;
    const put = files.put.bind(files);
    const failing = spyOn(files, "put").mockImplementation(async (name, bytes) => {
      await put(name, bytes);
      throw new Error("the answer did not come");
    });
    expect([(await upload(pdf())).status, stored()]).toEqual([503, []]);
    expect(await app.db.orm.select().from(evidenceFiles)).toEqual([]);
    const away = spyOn(files, "remove").mockRejectedValueOnce(new Error("away"));
    expect((await upload(pdf())).status).toBe(503);
    const [row] = await app.db.orm.select().from(evidenceFiles);
    expect([stored(), await unsent()]).toEqual([[row?.id ?? ""], []]);
    failing.mockRestore();
    away.mockRestore();
  });

  test("whose sender disconnects is not logged as a failure of the file store", async () => {
    const logged = spyOn(app.deps.log, "error");
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(pdf().subarray(0, 8)),
      pull: (controller) => controller.error(new DOMException("The connection was closed.", "AbortError")),
    });
    const answer = await upload(broken);
    expect([answer.status, answer.json.error]).toEqual([499, "The upload stopped. Please try again."]);
    expect(logged).not.toHaveBeenCalled();
    expect(readdirSync(home).filter((name) => name.startsWith("spool"))).toEqual([]);
    logged.mockRestore();
  });

  test("that the store refuses leaves no row, and is answered with 503", async () => {
    const broken = await testApp(
      { DATA_DIR: home },
      {
        files: {
          put: () => Promise.reject(new Error("the disk is full")),
          get: async () => null,
          remove: async () => {},
          list: async function* () {},
        },
      },
    );
    const owner = await partner(broken);
    const headers = { ...owner.headers, "X-File-Name": "a.pdf" };
    const answer = await broken.send("POST /partner/api/evidence", { raw: pdf(), headers });
    expect([answer.status, await broken.db.orm.select().from(evidenceFiles)]).toEqual([503, []]);
    await broken.close();
  });

  test("is one of at most two in parallel per partner; the third is told to try again", async () => {
    const go = Promise.withResolvers<void>();
    const two = Array.from({ length: 2 }, () => upload(heldUntil(go.promise, pdf())));
    await untilUnderWay(2);
    const third = await upload(pdf());
    const ofAnother = await upload(pdf(), "a.pdf", other);
    go.resolve();
    const statuses = (await Promise.all(two)).map((each) => each.status);
    expect([third.status, third.headers.get("retry-after"), statuses]).toEqual([503, "5", [201, 201]]);
    expect(ofAnother.status).toBe(201);
    expect((await upload(pdf())).status).toBe(201); // the slots are free again
  });

  test("is one of at most 24 in parallel per client address, so that no address can take every slot", async () => {
    const go = Promise.withResolvers<void>();
    const senders = await Promise.all(
      Array.from({ length: 13 }, (_, index) => partner(app, `sender${index}@example.com`)),
    );
    const from = (address: string, by: Owner | undefined, bytes: Parameters<typeof upload>[0]) =>
      app.send("POST /partner/api/evidence", {
        raw: bytes,
        headers: { ...by?.headers, "X-File-Name": "a.pdf" },
        from: address,
      });
    const held = senders
      .slice(0, 12)
      .flatMap((by) => [1, 2].map(() => from("192.0.2.9", by, heldUntil(go.promise, pdf()))));
    await untilUnderWay(24);
    const sameAddress = await from("192.0.2.9", senders[12], pdf());
    const otherAddress = await from("192.0.2.10", senders[12], pdf());
    go.resolve();
    expect([sameAddress.status, otherAddress.status]).toEqual([503, 201]);
    expect((await Promise.all(held)).map((each) => each.status)).toEqual(Array(24).fill(201));
  });
});

describe("a partner's own unattached files", () => {
  test("are listed and can be deleted, those of others cannot", async () => {
    const { json: first } = await upload(pdf());
    const { json: foreign } = await upload(pdf(), "a.pdf", other);
    expect(await unsent()).toEqual([first.id]);
    const unknown = await app.send("DELETE /partner/api/evidence/none", { headers: noor.headers });
    const theirs = await app.send(`DELETE /partner/api/evidence/${foreign.id}`, { headers: noor.headers });
    expect([theirs.status, { ...theirs.json, requestId: "" }]).toEqual([
      404,
      { ...unknown.json, requestId: "" },
    ]);
    const gone = await app.send(`DELETE /partner/api/evidence/${first.id}`, { headers: noor.headers });
    expect([gone.status, gone.json, await unsent()]).toEqual([200, { success: true }, []]);
    expect([stored(), await unsent(other)]).toEqual([[foreign.id], [foreign.id]]);
  });

  test("are deleted even while the store is unavailable", async () => {
    const { json: file } = await upload(pdf());
    const away = spyOn(app.deps.ports.files, "remove").mockRejectedValueOnce(new Error("away"));
    const path = `/partner/api/evidence/${file.id}`;
    const gone = await app.send(`DELETE ${path}`, { headers: noor.headers });
    away.mockRestore();
    expect([gone.status, await unsent(), stored()]).toEqual([200, [], [file.id]]);
    expect((await claim([file.id])).status).toBe(400);
    app.clock.forward(hours(25));
    await app.operate("operator.maintenance.sweep");
    expect([stored(), await app.db.orm.select().from(evidenceFiles)]).toEqual([[], []]);
  });

  test("are attached to one claim, and cannot be deleted afterwards", async () => {
    const { json: file } = await upload(pdf());
    const sent = await claim(["This is my license.", file.id]);
    expect([sent.status, sent.json.documents, await unsent()]).toEqual([
      201,
      ["This is my license.", file.id],
      [],
    ]);
    const again = await app.send(`DELETE /partner/api/evidence/${file.id}`, { headers: noor.headers });
    expect(again.status).toBe(409);
    await app.db.orm.update(poiClaims).set({ status: "rejected" });
    const second = await claim([file.id]);
    expect([second.status, Object.keys(second.json.fields)]).toEqual([400, ["documents"]]);
  });

  test("cannot be attached by another partner, if unknown, or six to one claim", async () => {
    const { json: foreign } = await upload(pdf(), "a.pdf", other);
    const unknown = foreign.id.split("").reverse().join("");
    expect([(await claim([foreign.id])).status, (await claim([unknown])).status]).toEqual([400, 400]);
    const six: string[] = [];
    for (let index = 0; index < 6; index++) six.push((await upload(pdf())).json.id);
    expect((await claim(six)).json.fields.documents).toBe("A claim takes at most 5 files");
    expect((await claim(six.slice(1))).status).toBe(201);
    expect([await unsent(other), await unsent()]).toEqual([[foreign.id], six.slice(0, 1)]);
  });
});

describe("a download", () => {
  test("returns the bytes to the owner with headers that prevent execution", async () => {
    const { json: file } = await upload(jpeg(), 'my "id" ﷺ.jpg');
    const answer = await app.send(`GET /partner/api/evidence/${file.id}`, { headers: noor.headers });
    expect([answer.status, answer.text.includes("GPS"), answer.text.includes("JFIF")]).toEqual([
      200,
      false,
      true,
    ]);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition":
        "attachment; filename=\"my _id_ _.jpg\"; filename*=UTF-8''my%20%22id%22%20%EF%B7%BA.jpg",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
  });

  test("is available to its owner and, once attached, to reviewers, and to no one else", async () => {
    const { json: file } = await upload(pdf("seen"));
    const path = `/partner/api/evidence/${file.id}`;
    const unknown = await app.send("GET /partner/api/evidence/none", { headers: other.headers });
    const theirs = await app.send(`GET ${path}`, { headers: other.headers });
    expect([theirs.status, { ...theirs.json, requestId: "" }]).toEqual([
      404,
      { ...unknown.json, requestId: "" },
    ]);
    expect((await asManager(`GET /api/reviews/evidence/${file.id}`)).status).toBe(404); // not sent
    await claim([file.id]);
    const seen = await asManager(`GET /api/reviews/evidence/${file.id}`);
    expect([seen.status, seen.text]).toEqual([200, pdf("seen").toString()]);
    expect((await app.send(`GET /api/reviews/evidence/${file.id}`)).status).toBe(401);
    expect((await app.send(`GET /api/reviews/evidence/${file.id}`, { headers: noor.headers })).status).toBe(
      401,
    );
    expect((await app.send(`GET ${path}`, { headers: noor.headers })).status).toBe(200); // still its own
  });

  test("by a reviewer is recorded, and can be displayed inline", async () => {
    const { json: file } = await upload(png(), "a.png");
    const { json: sent } = await claim([file.id]);
    const saved = await asManager(`GET /api/reviews/evidence/${file.id}`);
    const shown = await asManager(`GET /api/reviews/evidence/${file.id}?inline=1`);
    expect([saved, shown].map(({ headers }) => headers.get("content-disposition")?.split(";")[0])).toEqual([
      "attachment",
      "inline",
    ]);
    expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
    const acts = await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "admin.reviews.evidence"))
      .orderBy(auditLog.id);
    expect(acts.map((act) => [act.subject, act.after])).toEqual(
      [1, 2].map(() => [file.id, { claimId: sent.id }]),
    );
  });

  test("of tampered bytes aborts without any of them", async () => {
    const { json: file } = await upload(pdf("whole"));
    const path = join(home, "evidence", file.id);
    const bytes = readFileSync(path);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await Bun.write(path, bytes);
    const read = await app
      .send(`GET /partner/api/evidence/${file.id}`, { headers: noor.headers })
      .catch(() => null);
    expect(read?.text ?? "").not.toContain("%PDF");
  });
});

describe("the sweep", () => {
  beforeEach(async () => {
    noor = await partner(app, `${randomId()}@example.com`); // its session has not ended while days went by
  });
  const sweep = () => app.operate("operator.maintenance.sweep");
  const rowOf = async (id: string) =>
    (await app.db.orm.select().from(evidenceFiles).where(eq(evidenceFiles.id, id)))[0];

  test("deletes unattached files after a day, and not before", async () => {
    const { json: file } = await upload(pdf());
    app.clock.forward(hours(23));
    await sweep();
    expect(stored()).toEqual([file.id]);
    app.clock.forward(hours(2));
    await sweep();
    expect([stored(), await rowOf(file.id)]).toEqual([[], undefined]);
  });

  test("deletes the bytes thirty days after the decision, and keeps name, digest and decision", async () => {
    const { json: file } = await upload(pdf());
    await claim([file.id]);
    app.clock.forward(days(40));
    await sweep();
    expect(stored()).toEqual([file.id]); // not decided
    await app.db.orm.update(poiClaims).set({ status: "approved", reviewedAt: app.clock.now });
    app.clock.forward(days(29));
    await sweep();
    expect(stored()).toEqual([file.id]);
    app.clock.forward(days(2));
    await sweep();
    expect(stored()).toEqual([]);
    expect(await rowOf(file.id)).toMatchObject({
      name: "license.pdf",
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      removedAt: app.clock.now,
    });
    expect((await asManager(`GET /api/reviews/evidence/${file.id}`)).status).toBe(404);
  });

  test("keeps a certificate that a halal tier is based on for three years after its last day", async () => {
    const { json: file } = await upload(pdf());
    await claim([file.id]);
    await app.db.orm.update(poiClaims).set({ status: "approved", reviewedAt: app.clock.now });
    const { id: issuerId } = (await app.operate("admin.issuers.add", { name: "Council", country: "US" })) as {
      id: string;
    };
    const dayIn = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString().slice(0, 10);
    const period = { validFrom: dayIn(0), validUntil: dayIn(days(100)) };
    const certificate = { kind: "certificate", issuerId, number: "HC-1", fileId: file.id, ...period };
    const record = await app.operate("admin.evidence.add", { id: grill.id, ...certificate });
    expect(record).toMatchObject({ fileId: file.id, fileDigest: (await rowOf(file.id))?.digest });
    app.clock.forward(days(100 + 3 * 365 - 1));
    await sweep();
    expect(stored()).toEqual([file.id]);
    app.clock.forward(days(4));
    await sweep();
    expect(stored()).toEqual([]);
  });

  test("deletes the other files if the store fails for one, and that one the next time", async () => {
    const [{ json: one }, { json: two }] = [await upload(pdf()), await upload(pdf())];
    app.clock.forward(hours(25));
    const { files } = app.deps.ports;
    const remove = files.remove.bind(files);
    const failing = spyOn(files, "remove").mockImplementation((name) =>
      name === one.id ? Promise.reject(new Error("away")) : remove(name),
    );
    await sweep();
    expect([stored(), await rowOf(two.id)]).toEqual([[one.id], undefined]);
    failing.mockRestore();
    await sweep();
    expect([stored(), await rowOf(one.id)]).toEqual([[], undefined]);
  });

  test("deletes files without a row after thirty days, as a restored backup leaves them", async () => {
    const { json: known } = await upload(pdf());
    const { json: stray } = await upload(pdf());
    await claim([known.id]);
    await app.db.orm.delete(evidenceFiles).where(eq(evidenceFiles.id, stray.id));
    await Bun.write(join(home, "evidence", "notes.txt"), "not ours");
    utimesSync(join(home, "evidence", stray.id), app.clock.now, app.clock.now);
    app.clock.forward(days(29));
    await sweep();
    expect(stored()).toHaveLength(3);
    app.clock.forward(days(2));
    await sweep();
    expect(stored().sort()).toEqual([known.id, "notes.txt"].sort());
  });

  test("deletes nothing if most files have no row, as the database may be the wrong one", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push((await upload(pdf())).json.id);
    await claim(ids.slice(0, 1));
    await app.db.orm.delete(evidenceFiles).where(isNull(evidenceFiles.claimId));
    app.clock.forward(days(31));
    await sweep();
    expect(stored().sort()).toEqual(ids.sort());
  });

  test("deletes what a crash during an upload left behind", async () => {
    await upload(pdf());
    await app.db.orm.update(evidenceFiles).set({ removedAt: app.clock.now });
    expect(await unsent()).toEqual([]);
    app.clock.forward(hours(25));
    await sweep();
    expect([stored(), await app.db.orm.select().from(evidenceFiles)]).toEqual([[], []]);
  });
});
