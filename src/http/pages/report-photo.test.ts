import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeReports } from "../../modules/directory/reports/table.ts";
import { evidenceFiles } from "../../modules/evidence/uploads/table.ts";
import { days } from "../../shared/duration.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { jpeg, pdf, png } from "../../testing/evidence-files.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";

const LOST = "Your photo was not kept. Please choose it again.";
const REPORT = { kind: "alcohol", text: "They pour wine.", email: "guest@example.com" };

let home: string;
let app: TestApp;
let grill: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-photos-"));
  app = await testApp({ DATA_DIR: home }, {}, placeSite());
  await staff(app, "admin");
  grill = (await place(app)).id;
});
beforeEach(async () => {
  await app.db.orm.delete(placeReports);
  await app.db.orm.delete(evidenceFiles);
});
afterEach(() => rm(join(home, "evidence"), { recursive: true, force: true }));
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

/** The body and the type of a form as browsers send it. */
async function formOf(fields: Record<string, string>, files: readonly (readonly [string, Uint8Array])[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of files) form.append("photo", new Blob([bytes as BlobPart]), name);
  const sent = new Response(form);
  const type = sent.headers.get("content-type") ?? "";
  return { raw: new Uint8Array(await sent.arrayBuffer()), type };
}

async function post(photo: readonly [string, Uint8Array] | null, fields: Record<string, string> = REPORT) {
  const { raw, type } = await formOf(fields, [photo ?? ["", new Uint8Array()]]);
  const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin" };
  return app.send(`POST /places/${grill}/report`, { headers, raw });
}
const asStaff = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const cases = async () => (await asStaff("GET /api/reviews/reports")).json;
const caseOf = async (id: string) => (await asStaff(`GET /api/reviews/reports/${id}`)).json;
const stored = () => (existsSync(join(home, "evidence")) ? readdirSync(join(home, "evidence")) : []);
const sweep = () => app.operate("operator.maintenance.sweep");

test("the form works with a photo and without one, and without one stores no file", async () => {
  const form = await app.send(`GET /places/${grill}/report`);
  expect(form.text).toMatch(/ enctype="multipart\/form-data"/i);
  expect(form.text).toContain('type="file"');
  const sent = await post(null);
  expect([sent.status, sent.text.includes("Thank you for your report")]).toEqual([200, true]);
  expect(await app.db.orm.select().from(placeReports)).toMatchObject([REPORT]);
  expect([await app.db.orm.select().from(evidenceFiles), stored()]).toEqual([[], []]);
});

describe("a photo in a report", () => {
  test("is stored encrypted, without its metadata and the visitor's name for it, and shown to staff alone", async () => {
    const owner = await partner(app, "owner@grill.example");
    await app.db.query("update pois set owner_id = $1 where id = $2", [owner.id, grill]);
    expect((await post(["Bilal Khan.jpg", jpeg()])).status).toBe(200);
    const [{ id }] = await cases();
    const [photo] = (await caseOf(id)).photos;
    expect(photo).toEqual({ id: expect.any(String), name: "photo.jpg", contentType: "image/jpeg" });
    expect(stored()).toEqual([photo.id]);
    expect(readFileSync(join(home, "evidence", photo.id)).includes("JFIF")).toBe(false);
    const shown = await asStaff(`GET /api/reviews/evidence/${photo.id}?inline=1`);
    expect([shown.status, shown.headers.get("content-type"), shown.text.includes("GPS")]).toEqual([
      200,
      "image/jpeg",
      false,
    ]);
    const path = `/partner/api/evidence/${photo.id}`;
    expect((await app.send(`GET ${path}`, { headers: owner.headers })).status).toBe(404);
    expect((await app.send(`GET /api/reviews/evidence/${photo.id}`)).status).toBe(401);
    const own = await app.send("GET /partner/api/reports", { headers: owner.headers });
    expect(JSON.stringify(own.json)).not.toContain("photo");
    expect((await app.send(`GET /places/${grill}`)).text).not.toContain(photo.id);
    await app.db.query("update pois set owner_id = null where id = $1", [grill]);
  });

  test("is refused with a sentence at its field if it is no photo, and nothing is stored", async () => {
    for (const [name, bytes, sentence] of [
      ["a.pdf", pdf(), "Only JPEG and PNG photos can be sent"],
      ["a.png", new TextEncoder().encode("<!doctype html>"), "Only JPEG and PNG photos can be sent"],
      ["a.jpg", png(), "This is a PNG file, but its name does not end like one"],
      ["a.png", Buffer.concat([png(), Buffer.from("PK\x03\x04")]), "holds another file within itself"],
    ] as const) {
      const answer = await post([name, bytes]);
      expect([name, answer.status]).toEqual([name, 415]);
      expect(answer.text).toContain(sentence);
      expect(answer.text).toContain('aria-describedby="photo-error photo-note"');
      expect(answer.text).toContain("They pour wine.</textarea>");
      expect(answer.text).not.toContain(LOST);
    }
    expect([await app.db.orm.select().from(placeReports), stored()]).toEqual([[], []]);
    expect(readdirSync(home).filter((name) => name.startsWith("spool"))).toEqual([]);
  });

  test("of more than 10 MiB, a second one, and a form that is cut off are refused", async () => {
    const big = await post(["a.png", new Uint8Array(10 * 1_024 * 1_024 + 1)]);
    expect([big.status, big.text.includes("A file may have at most 10 MiB")]).toEqual([413, true]);
    const { raw, type } = await formOf(REPORT, [
      ["a.png", png()],
      ["b.png", png()],
    ]);
    const line = `POST /places/${grill}/report`;
    const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin" };
    expect((await app.send(line, { headers, raw })).status).toBe(400);
    expect((await app.send(line, { headers, raw: raw.subarray(0, raw.length - 10) })).status).toBe(400);
    const noBoundary = { ...headers, "Content-Type": "multipart/form-data; x" };
    expect((await app.send(line, { headers: noBoundary, raw })).status).toBe(400);
    const foreign = { ...headers, "Sec-Fetch-Site": "cross-site" };
    expect((await app.send(line, { headers: foreign, raw })).status).toBe(403);
    const long = await formOf({ ...REPORT, text: "x".repeat(70_000) }, []);
    expect(
      (await app.send(line, { headers: { ...headers, "Content-Type": long.type }, raw: long.raw })).status,
    ).toBe(413);
    expect([await app.db.orm.select().from(placeReports), stored()]).toEqual([[], []]);
  });

  test("is asked for again where something else is refused, and all else stays as it was typed", async () => {
    for (const [wrong, status] of [
      [{ email: "nowhere" }, 400],
      [{ text: "" }, 400],
      [{ kind: "" }, 400],
    ] as const) {
      const answer = await post(["a.png", png()], { ...REPORT, ...wrong });
      expect([wrong, answer.status, answer.text.includes(LOST)]).toEqual([wrong, status, true]);
      expect(answer.text).toMatch(
        /<input[^>]*aria-invalid="true"[^>]*aria-describedby="photo-error photo-note"[^>]*type="file"|type="file"[^>]*aria-describedby="photo-error photo-note"/,
      );
      for (const [name, value] of Object.entries({ ...REPORT, ...wrong }))
        if (value !== "") expect([name, answer.text.includes(value)]).toEqual([name, true]);
    }
    expect((await post(null, { ...REPORT, email: "nowhere" })).text).not.toContain(LOST);
    expect([await app.db.orm.select().from(placeReports), stored()]).toEqual([[], []]);
  });

  test("cannot come with a call as JSON", async () => {
    const body = { ...REPORT, photo: { name: "a.png", bytes: [1, 2, 3] } };
    expect((await app.send(`POST /api/places/${grill}/reports`, { body })).status).toBe(400);
  });

  test("of a report that is merged into a case is shown in it, and that of a repeated report is dropped", async () => {
    await post(["a.png", png()]);
    await post(["b.jpg", jpeg()], { ...REPORT, text: "And beer." });
    await post(["c.png", png()]);
    const [{ id, reports }] = await cases();
    expect([reports, (await caseOf(id)).photos.map(({ name }: { name: string }) => name).toSorted()]).toEqual(
      [2, ["photo.jpg", "photo.png"]],
    );
    expect(stored()).toHaveLength(2); // at once, as strangers could fill the disk until the next sweep
    app.clock.forward(days(2));
    await sweep();
    expect(stored()).toHaveLength(2);
  });

  test("of a report with a filled honeypot is not stored, and the answer is the same", async () => {
    const sent = await post(["a.png", png()], { ...REPORT, hp_note: "spam" });
    expect([sent.status, sent.text.includes("Thank you for your report")]).toEqual([200, true]);
    expect((await asStaff("GET /api/admin/quarantine")).json).toHaveLength(1);
    expect([await app.db.orm.select().from(evidenceFiles), stored()]).toEqual([[], []]);
  });

  test("is no evidence of the place", async () => {
    await post(["a.png", png()]);
    const [{ id }] = await cases();
    const [photo] = (await caseOf(id)).photos;
    expect(photo.name).toBe("photo.png");
    const issuer = (await app.operate("admin.issuers.add", { name: "Council", country: "US" })) as {
      id: string;
    };
    const certificate = {
      ...{ kind: "certificate", issuerId: issuer.id, number: "HC-1", fileId: photo.id },
      ...{ validFrom: "2026-01-01", validUntil: "2035-12-31" },
    };
    const refused = await asStaff(`POST /api/admin/pois/${grill}/evidence`, certificate);
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["fileId"]]);
  });

  test("is deleted 30 days after the report is closed, with a deleted report, and with the words of an erased person", async () => {
    await post(["a.png", png()]);
    const [{ id }] = await cases();
    await asStaff(`PUT /api/reviews/reports/${id}`, { close: true, text: "We looked." });
    app.clock.forward(days(29));
    await sweep();
    expect(stored()).toHaveLength(1);
    app.clock.forward(days(2));
    await sweep();
    expect([stored(), (await caseOf(id)).photos]).toEqual([[], []]);
    await post(["a.png", png()]);
    await app.operate("admin.waitlist.forget", { email: REPORT.email });
    expect([
      stored(),
      (await app.db.orm.select().from(evidenceFiles)).every(({ removedAt }) => removedAt),
    ]).toEqual([[], true]);
  });
});

test("while too many photos are sent at once, a report without one is taken, and what was typed stays in the form", async () => {
  const { beginVisitor } = app.deps.state.uploads;
  const ends = Array.from({ length: 16 }, (_, n) => beginVisitor(`198.51.${n}.1`));
  try {
    const refused = await post(["a.png", png()]);
    expect([refused.status, refused.text.includes("Too many uploads at once")]).toEqual([503, true]);
    expect(refused.text).toContain("They pour wine.</textarea>");
    expect(refused.text).toContain(LOST);
    expect((await post(null)).status).toBe(200);
    expect(await app.db.orm.select().from(placeReports)).toMatchObject([REPORT]);
  } finally {
    for (const end of ends) end();
  }
  expect((await post(["a.png", png()])).status).toBe(200);
});

/** A photo of 8 MiB that is sent as it is read; `sent` counts its bytes. */
async function largeUpload(order: "fields first" | "photo first" = "fields first") {
  const photo = Buffer.concat([png(), new Uint8Array(8 * 1_024 * 1_024)]);
  const form = new FormData();
  if (order === "photo first") form.append("photo", new Blob([photo]), "a.png");
  for (const [name, value] of Object.entries(REPORT)) form.set(name, value);
  if (order === "fields first") form.append("photo", new Blob([photo]), "a.png");
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  const upload = { sent: 0 };
  const raw = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (upload.sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(upload.sent, upload.sent + 32 * 1_024));
        upload.sent += 32 * 1_024;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin" };
  return { upload, request: { headers, raw } };
}

test("a photo that the limits refuse is not read", async () => {
  const limited = await testApp({ DATA_DIR: home, RATE_LIMIT: "on" }, {}, placeSite());
  try {
    const { id } = await place(limited);
    for (let n = 0; n < 10; n += 1)
      await limited.send(`POST /api/places/${id}/reports`, { body: { ...REPORT, text: `Report ${n}` } });
    const { upload, request } = await largeUpload();
    const refused = await limited.send(`POST /places/${id}/report`, request);
    expect([refused.status, upload.sent <= 128 * 1_024]).toEqual([429, true]);
    expect(refused.text).toContain("They pour wine.</textarea>");
  } finally {
    await limited.close();
  }
});

test("a large photo is read to its end, and refused before the fields", async () => {
  const { upload, request } = await largeUpload();
  const line = `POST /places/${grill}/report`;
  expect((await app.send(line, request)).status).toBe(200);
  expect(upload.sent).toBeGreaterThan(8 * 1_024 * 1_024);
  expect(await app.db.orm.select().from(placeReports)).toMatchObject([REPORT]);
  expect(stored()).toHaveLength(1);
  const wrongOrder = await app.send(line, (await largeUpload("photo first")).request);
  expect([wrongOrder.status, await app.db.orm.select().from(placeReports)]).toMatchObject([400, [REPORT]]);
});

test("photos from one network are limited to ten an hour", async () => {
  const limited = await testApp({ DATA_DIR: home, RATE_LIMIT: "on" }, {}, placeSite());
  try {
    const { id } = await place(limited);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { raw, type } = await formOf({ ...REPORT, text: `Report ${n}` }, [["a.png", png()]]);
      const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin" };
      const from = `203.0.113.${n}`;
      statuses.push((await limited.send(`POST /places/${id}/report`, { headers, raw, from })).status);
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([10, 429]);
  } finally {
    await limited.close();
  }
});
