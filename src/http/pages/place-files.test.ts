import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { placePath } from "../../shared/places/slug.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";
import { verifiers } from "../../testing/places/verified-places.ts";

let app: TestApp;
let staff: Awaited<ReturnType<typeof verifiers>>;
const TODAY = new Date("2026-06-15T16:00:00Z");
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  staff = await verifiers(app);
});
beforeEach(() => {
  app.clock.now = TODAY;
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => visit(app, path, headers);

describe("the badge to embed", () => {
  test("may be shown by other sites, runs nothing and is kept for five minutes at most", async () => {
    const { id } = await staff.verifiedPlace();
    const badge = await get(`/places/${id}/badge.svg`);
    expect(badge.status).toBe(200);
    expect(Object.fromEntries(badge.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    expect(badge.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='$/,
    );
    const style = /<style>(.*?)<\/style>/.exec(badge.text)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(badge.headers.get("content-security-policy")).toContain(hash);
    expect(badge.text).not.toMatch(/<script|on\w+=|href|url\(/);
    expect(badge.text).toContain("prefers-color-scheme:dark");
    expect(badge.text).toContain("Halal: Verified. Until December 31, 2026");
    const headers = { "if-none-match": badge.headers.get("etag") ?? "" };
    expect((await get(`/places/${id}/badge.svg`, headers)).status).toBe(304);
  });

  test("says at once that a certificate was revoked, and when it has ended", async () => {
    const { id, certificate } = await staff.verifiedPlace();
    const { text, headers } = await get(`/places/${id}/badge.svg`);
    expect(text).toContain("Halal: Verified");
    app.clock.now = new Date("2027-01-01T05:30:00Z");
    expect((await get(`/places/${id}/badge.svg`)).text).toContain("Halal: Reported");
    app.clock.now = TODAY;
    await staff.record({ id }, { kind: "revocation", recordId: certificate, reason: "closed" });
    const after = await get(`/places/${id}/badge.svg`, { "if-none-match": headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    expect(after.text).toContain("Halal: Reported. Certificate revoked June 15, 2026.");
  });

  test("names every tier, and a masjid has none", async () => {
    const { id } = await place(app);
    expect((await get(`/places/${id}/badge.svg`)).text).toContain("Halal: Not verified");
    const masjid = await place(app, { category: "mosque", name: "Masjid An-Noor" });
    expect((await get(`/places/${masjid.id}/badge.svg`)).status).toBe(404);
  });
});

describe("the picture to share", () => {
  /** Reads the head of a PNG. */
  async function picture(path: string) {
    const request = new Request(`http://localhost:3000${path}`);
    const response = await app.app.fetch(request, { address: () => "192.0.2.1", setIdleTimeout: () => {} });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isPng = bytes.subarray(1, 4).toString() === "PNG";
    return { response, bytes, size: isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null };
  }

  test("is a PNG of 1,200 by 630 pixels that changes with the tier", async () => {
    const { id, certificate } = await staff.verifiedPlace({ name: "مطعم النور & Co <b>" });
    const first = await picture(`/places/${id}/card.png`);
    expect([first.response.status, first.size]).toEqual([200, [1_200, 630]]);
    expect(Object.fromEntries(first.response.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "cross-origin",
    });
    const again = await picture(`/places/${id}/card.png?v=2`);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    await staff.record({ id }, { kind: "revocation", recordId: certificate, reason: "closed" });
    const revoked = await picture(`/places/${id}/card.png`);
    expect([revoked.size, revoked.bytes.equals(first.bytes)]).toEqual([[1_200, 630], false]);
  });

  test("is made for every kind of place and every script", async () => {
    for (const fields of [
      { name: "兰州拉面" },
      { name: "A".repeat(200) },
      { name: "Masjid An-Noor", category: "mosque" as const },
      { name: "\u0645 0 &<>\"'" },
    ]) {
      const { id } = await place(app, fields);
      expect([fields.name, (await picture(`/places/${id}/card.png`)).size]).toEqual([
        fields.name,
        [1_200, 630],
      ]);
    }
  });

  test("is named by the page with its address under the public URL", async () => {
    const grill = await place(app);
    const { text } = await get(placePath(grill));
    expect(text).toContain(
      `<meta property="og:image" content="http://localhost:3000/places/${grill.id}/card.png">`,
    );
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000${placePath(grill)}">`);
  });
});
