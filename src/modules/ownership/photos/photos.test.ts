import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { days } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, PASSWORD, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { jpeg, pdf, png } from "../../../testing/evidence-files.ts";
import { lastMail } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";
import { evidenceFiles } from "../../evidence/public.ts";
import { pois } from "../../places/table.ts";
import { PHOTOS } from "./schema.ts";
import { placePhotos } from "./table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let home: string;
let app: TestApp;
let owner: Owner;
let other: Owner;
let poi: Awaited<ReturnType<typeof place>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-photos-"));
  app = await testApp({ DATA_DIR: home });
  owner = await partner(app, "owner@example.com");
  other = await partner(app, "other@example.com");
  await staff(app, "partner_manager", "amina");
  await staff(app, "admin", "bilal");
});
beforeEach(async () => {
  poi = await place(app, { name: "Saffron", address: `${randomId()} Elm St` }, owner.id);
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const as = async ({ id }: Owner, line: string, body?: unknown) =>
  app.send(line, {
    headers: await partnerSession(app, id),
    ...(body === undefined ? {} : { body }),
  });
const staffs = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("amina"), ...(body === undefined ? {} : { body }) });
async function upload(bytes: Uint8Array = jpeg(), name = "dish.jpg", who = owner): Promise<string> {
  const headers = {
    ...(await partnerSession(app, who.id)),
    "Content-Type": "image/jpeg",
    "X-File-Name": name,
  };
  return (await app.send("POST /partner/api/evidence", { raw: bytes, headers })).json.id;
}
const path = (id = poi.id) => `/partner/api/my-pois/${id}/photos`;
const add = async (more: object = {}, who = owner) =>
  as(who, `POST ${path()}`, { fileId: await upload(jpeg(), "dish.jpg", who), alt: "Lamb mandi", ...more });
const decide = (id: string, body: object) => staffs(`PUT /api/reviews/photos/${id}`, body);
const show = (id: string) => decide(id, { decision: "approved" });
const shown = async (id = poi.id) =>
  (await app.send(`GET /api/places/${id}`)).json.photos as { id: string; alt: string }[];
const page = (id: string) => app.send(`GET /places/${poi.id}/photos/${id}`);
const isPublic = async (id: string) => (await page(id)).headers.get("content-type") === "image/jpeg";
/** Which files have bytes. */
const filesOf = async (fileId: string) =>
  app.db.orm.select().from(evidenceFiles).where(eq(evidenceFiles.id, fileId));

describe("a photo of a place", () => {
  test("is public once staff have looked at it, without its metadata, and is cached", async () => {
    const { status, json } = await add();
    expect([status, json.state, json.alt]).toEqual([201, "waiting", "Lamb mandi"]);
    expect([await shown(), await isPublic(json.id)]).toEqual([[], false]);
    const queued = (await staffs("GET /api/reviews/queue?kind=photo")).json;
    expect(queued.items ?? queued).toContainEqual(expect.objectContaining({ id: json.id, name: "Saffron" }));
    expect((await staffs("GET /api/reviews/photos")).json).toContainEqual(
      expect.objectContaining({ id: json.id, placeName: "Saffron", alt: "Lamb mandi" }),
    );
    expect((await show(json.id)).status).toBe(200);
    expect(await shown()).toEqual([{ id: json.id, alt: "Lamb mandi" }]);
    const file = await page(json.id);
    expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "public, max-age=300",
    ]);
    expect(file.text).not.toContain("GPS");
    expect(file.headers.get("content-security-policy")).toBe(
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    );
    const headers = { "If-None-Match": file.headers.get("etag") ?? "" };
    expect((await app.send(`GET /places/${poi.id}/photos/${json.id}`, { headers })).status).toBe(304);
    const { fileId } = json;
    expect((await as(owner, `DELETE /partner/api/evidence/${fileId}`)).status).toBe(409);
  });

  test("is a JPEG or PNG of the owner's own, with words, of its own place, used once", async () => {
    expect((await add({ alt: "" })).status).toBe(400);
    expect((await add({ fileId: await upload(pdf(), "menu.pdf") })).json.error).toBe(
      "Only JPEG and PNG photos can be shown",
    );
    expect((await add({ fileId: await upload(jpeg(), "dish.jpg", other) })).status).toBe(400);
    const large = Buffer.concat([png(), Buffer.alloc(0)]);
    const fileId = await upload(large, "room.png");
    await app.db.orm
      .update(evidenceFiles)
      .set({ bytes: PHOTOS.bytes + 1 })
      .where(eq(evidenceFiles.id, fileId));
    expect((await add({ fileId })).json.error).toBe("A photo may have at most 1536 KiB");
    const used = (await add()).json.fileId;
    expect((await add({ fileId: used })).status).toBe(400);
    expect((await add({}, other)).status).toBe(404);
    expect((await as(other, `GET ${path()}`)).status).toBe(404);
    expect((await app.send(`GET ${path()}`)).status).toBe(401);
    expect((await as(owner, "GET /api/reviews/photos")).status).toBe(401);
  });

  test("is one of three, also of those that are sent at the same time", async () => {
    const files = [await upload(), await upload(), await upload(), await upload()];
    const sent = await Promise.all(files.map((fileId) => add({ fileId })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409]);
  });

  test("takes the place of another one when staff show it, and not before", async () => {
    const [first, second] = [(await add()).json, (await add({ alt: "The room" })).json];
    for (const { id } of [first, second]) await show(id);
    const next = (await add({ alt: "A new dish", replaces: first.id })).json;
    expect(next.replaces).toBe(first.id);
    expect((await add({ replaces: first.id })).status).toBe(409);
    expect((await add({ replaces: "unknown" })).status).toBe(404);
    expect((await shown()).map(({ alt }) => alt)).toEqual(["Lamb mandi", "The room"]);
    await show(next.id);
    expect((await shown()).map(({ alt }) => alt)).toEqual(["A new dish", "The room"]);
    expect(await filesOf(first.fileId)).toEqual([]);
  });

  test("comes in the order that the owner gives, which names all of them once", async () => {
    const [one, two] = [(await add({ alt: "One" })).json, (await add({ alt: "Two" })).json];
    for (const { id } of [one, two]) await show(id);
    const order = (photos: string[], who = owner) => as(who, `PUT ${path()}`, { photos });
    expect((await order([two.id])).status).toBe(400);
    expect((await order([two.id, two.id])).status).toBe(400);
    expect((await order([two.id, one.id], other)).status).toBe(404);
    const { json } = await order([two.id, one.id]);
    expect(json.map(({ alt }: { alt: string }) => alt)).toEqual(["Two", "One"]);
    expect((await shown()).map(({ alt }) => alt)).toEqual(["Two", "One"]);
  });

  test("is deleted by its owner with its file, and by no one else", async () => {
    const { id, fileId } = (await add()).json;
    await show(id);
    expect((await as(other, `DELETE ${path()}/${id}`)).status).toBe(404);
    expect((await as(owner, `DELETE ${path()}/${id}`)).status).toBe(200);
    expect((await as(owner, `DELETE ${path()}/${id}`)).status).toBe(404);
    expect([await shown(), await isPublic(id), await filesOf(fileId)]).toEqual([[], false, []]);
  });

  test("is declined or removed by staff with a reason, which its owner gets, and is decided once", async () => {
    const { id } = (await add()).json;
    expect((await decide(id, { decision: "declined" })).status).toBe(400);
    expect((await decide("unknown", { decision: "approved" })).status).toBe(404);
    const both = await Promise.all([show(id), show(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await decide(id, { decision: "declined", notes: "It shows a guest." })).status).toBe(200);
    expect((await show(id)).status).toBe(409);
    expect((await lastMail(app, "owner@example.com", "photo-declined")).text).toContain("It shows a guest.");
    const [own] = (await as(owner, `GET ${path()}`)).json;
    expect([own.state, own.notes, await shown()]).toEqual(["declined", "It shows a guest.", []]);
    expect(await isPublic(id)).toBe(false);
  });

  test("is not public while another partner owns the place, and is gone 30 days later", async () => {
    const { id, fileId } = (await add()).json;
    await show(id);
    const waiting = (await add()).json;
    await as(owner, `POST /partner/api/my-pois/${poi.id}/release`);
    expect([await shown(), await isPublic(id)]).toEqual([[], false]);
    expect((await show(waiting.id)).status).toBe(409);
    const start = app.clock.now;
    await app.operate("operator.maintenance.sweep");
    app.clock.now = new Date(start.getTime() + days(29));
    await app.db.orm.update(pois).set({ ownerId: owner.id }).where(eq(pois.id, poi.id));
    await app.operate("operator.maintenance.sweep");
    expect((await shown()).map((each) => each.id)).toEqual([id]);
    await app.db.orm.update(pois).set({ ownerId: other.id }).where(eq(pois.id, poi.id));
    await app.operate("operator.maintenance.sweep");
    app.clock.now = new Date(app.clock.now.getTime() + days(31));
    await app.operate("operator.maintenance.sweep");
    await app.operate("operator.maintenance.sweep");
    expect(await filesOf(fileId)).toEqual([]);
    app.clock.now = start;
  });

  test("moves with its place into a merge and back, and goes with it into the trash and back", async () => {
    const kept = await place(app, { name: "Saffron House" });
    const { id } = (await add()).json;
    await show(id);
    const admin = (line: string, body?: unknown) =>
      app.send(line, { headers: basic("bilal"), ...(body === undefined ? {} : { body }) });
    const merged = await admin(`POST /api/admin/pois/${kept.id}/merge`, { duplicateId: poi.id });
    expect([merged.status, merged.json.moved.photos]).toEqual([200, 1]);
    expect((await shown(kept.id)).map((each) => each.id)).toEqual([id]);
    const [merge] = (await admin(`GET /api/admin/pois/${kept.id}/merges`)).json;
    await admin(`POST /api/admin/pois/merges/${merge.id}/undo`, {});
    expect((await shown()).map((each) => each.id)).toEqual([id]);
    await admin(`DELETE /api/admin/pois/${poi.id}`);
    expect(await isPublic(id)).toBe(false);
    await app.operate("admin.trash.restore", { id: poi.id });
    expect((await shown()).map((each) => each.id)).toEqual([id]);
  });

  test("is erased with its owner", async () => {
    const leaving = await partner(app, "leaving@example.com");
    poi = await place(app, { name: "Olive" }, leaving.id);
    const { id, fileId } = (await add({}, leaving)).json;
    await show(id);
    expect((await as(leaving, "DELETE /partner/api/me", { password: PASSWORD })).status).toBe(200);
    expect([await shown(), await isPublic(id)]).toEqual([[], false]);
    await app.operate("admin.people.erase", { email: "leaving@example.com" });
    expect(await filesOf(fileId)).toEqual([]);
    expect(await app.db.orm.select().from(placePhotos).where(eq(placePhotos.id, id))).toEqual([]);
  });
});
