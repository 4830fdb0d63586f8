import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomId } from "../../../shared/id.ts";
import { basic, colleague, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { place } from "../../../testing/places/places.ts";

let home: string;
let app: TestApp;
let claimant: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-claim-files-"));
  app = await testApp({ DATA_DIR: home });
  claimant = await partner(app);
  await staff(app, "partner_manager", "amina");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

async function upload(name: string, who = claimant): Promise<string> {
  const headers = { "Content-Type": "application/pdf", "X-File-Name": name };
  const sent = await app.send("POST /partner/api/evidence", {
    raw: pdf(randomId()),
    headers: { ...(await partnerSession(app, who.id)), ...headers },
  });
  return sent.json.id;
}
const claim = async (body: object) =>
  app.send("POST /partner/api/poi-claims", { headers: await partnerSession(app, claimant.id), body });

test("a claim lists its files in the order sent, each with what it proves, and the address of its place", async () => {
  const { id: poiId } = await place(app, { name: "Saffron", address: "1 Elm St" });
  const [license, other, id] = [
    await upload("license.pdf"),
    await upload("scan.pdf"),
    await upload("id.pdf"),
  ];
  const documents = ["I run it.", license, other, id];
  const { status, json } = await claim({ poiId, documents, slots: { [license]: "license", [id]: "id" } });
  expect([status, json.poiAddress]).toEqual([201, "1 Elm St, Dearborn, MI"]);
  const files = [
    { id: license, name: "license.pdf", slot: "license" },
    { id: other, name: "scan.pdf", slot: null },
    { id, name: "id.pdf", slot: "id" },
  ];
  expect(json.files).toEqual(files);
  const shown = await app.send(`GET /api/reviews/claims/${json.id}`, { headers: basic("amina") });
  expect(shown.json.evidence.map(({ slot }: { slot: string | null }) => slot).toSorted()).toEqual(
    ["id", "license", null].toSorted(),
  );
  const [listed] = (
    await app.send("GET /partner/api/my-claims", { headers: await partnerSession(app, claimant.id) })
  ).json;
  expect([listed.files, listed.documents]).toEqual([files, documents]);
  await app.operate("admin.pois.delete", { id: poiId });
  const [gone] = (
    await app.send("GET /partner/api/my-claims", { headers: await partnerSession(app, claimant.id) })
  ).json;
  expect([gone.poiId, gone.poiAddress]).toEqual([null, ""]);
});

test("a file is labeled by the claim that it is sent with alone, and with known labels", async () => {
  const { id: poiId } = await place(app, { name: "Cedar", address: "2 Elm St" });
  const mine = await upload("mine.pdf");
  const rival = await partner(app, "rival@example.com");
  const theirs = await upload("theirs.pdf", rival);
  const wrong = await claim({ poiId, documents: [mine], slots: { [mine]: "menu" } });
  expect([wrong.status, wrong.json.code]).toEqual([400, "INVALID_INPUT"]);
  const sent = await claim({ poiId, documents: [mine], slots: { [mine]: "ownership", [theirs]: "id" } });
  expect(sent.json.files).toEqual([{ id: mine, name: "mine.pdf", slot: "ownership" }]);
  const [row] = await app.db.query<{ slot: string | null }>("select slot from evidence_files where id = $1", [
    theirs,
  ]);
  expect(row?.slot).toBeNull();
});

test("an editor reads no file that proves who owns a place, and of others only photos, renewals and own uploads", async () => {
  const business = await partner(app, "several@example.com");
  const editor = await colleague(app, business.id, "editor");
  const manager = await colleague(app, business.id, "manager");
  const [license, asking, unsent] = [
    await upload("license.pdf", business),
    await upload("deed.pdf", business),
    await upload("passport.pdf", business),
  ];
  const own = await upload("photo.pdf", editor);
  const send = async (who: { id: string }, line: string, body?: unknown) =>
    app.send(line, { headers: await partnerSession(app, who.id), ...(body !== undefined && { body }) });
  const { id: poiId } = await place(app, { name: "Sumac", address: "9 Elm St" });
  const claimed = await send(business, "POST /partner/api/poi-claims", {
    poiId,
    documents: ["Ours", license],
  });
  const other = await place(app, { name: "Olive", address: "10 Elm St" }, claimant.id);
  const asked = await send(business, `POST /partner/api/pois/${other.id}/transfer`, { documents: [asking] });
  expect([claimed.status, asked.status]).toEqual([201, 201]);

  for (const id of [license, asking, unsent])
    for (const method of ["GET", "DELETE"])
      expect((await send(editor, `${method} /partner/api/evidence/${id}`)).status).toBe(404);
  expect((await send(editor, `GET /partner/api/evidence/${own}`)).status).toBe(200);
  const listed = async (who: { id: string }) =>
    (await send(who, "GET /partner/api/evidence")).json.map(({ id }: { id: string }) => id).toSorted();
  expect(await listed(editor)).toEqual([own]);
  expect((await send(editor, "GET /partner/api/my-claims")).json).toMatchObject([
    { documents: ["Ours"], files: [] },
  ]);

  expect((await send(manager, `GET /partner/api/evidence/${license}`)).status).toBe(200);
  expect(await listed(manager)).toEqual([own, unsent].toSorted());
  expect((await send(manager, "GET /partner/api/my-claims")).json).toMatchObject([
    { documents: ["Ours", license], files: [{ id: license }] },
  ]);
  const photo = await upload("room.pdf", business);
  await app.db.query("update evidence_files set photo_id = 'one' where id = $1", [photo]);
  expect((await send(editor, `GET /partner/api/evidence/${photo}`)).status).toBe(200);
});
