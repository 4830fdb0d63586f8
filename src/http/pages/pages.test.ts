import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { basic, partner, partnerSession, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
let partnerHeaders: Record<string, string>;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
  owner = await partner(app);
  partnerHeaders = await partnerSession(app, owner.id);
  for (let n = 0; n < 7; n += 1) {
    app.clock.forward(1_000);
    const body = { firstName: `Amina ${n % 3}`, email: `amina${n}@example.org` };
    expect((await app.send("POST /api/waitlist", { body })).status).toBe(201);
    const { id } = await place(app, { name: `Noor Grill ${n}`, address: `${n} Main St` });
    const claim = { headers: partnerHeaders, body: { poiId: id, documents: [] } };
    expect((await app.send("POST /partner/api/poi-claims", claim)).status).toBe(201);
  }
});
afterAll(() => app.close());

const read = async (line: string) => {
  const answer = await app.send(`GET ${line}`, { headers: basic("super_admin") });
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
  const ids: string[] = Array.isArray(answer.json) ? answer.json.map(({ id }: { id: string }) => id) : [];
  return { ids, next, status: answer.status, total: answer.headers.get("X-Total-Count"), json: answer.json };
};

/** The ids of each page, following the cursors. */
async function pagesOf(line: string | undefined): Promise<string[][]> {
  if (line === undefined) return [];
  const { ids, next } = await read(line);
  return [ids, ...(await pagesOf(next))];
}

describe("a page that is asked for by its number", () => {
  const LISTS = [
    "/api/admin/waitlist?sort=newest",
    "/api/admin/waitlist?sort=oldest",
    "/api/admin/waitlist?sort=name",
    "/api/admin/waitlist?sort=newest&q=amina",
    "/api/admin/pois?sort=newest",
    "/api/admin/pois?sort=oldest",
    "/api/admin/pois?q=noor+grill",
    "/api/admin/audit?action=partner.claims.submit",
    "/api/reviews/claims?status=pending",
    "/api/reviews/queue",
  ];
  for (const list of LISTS) {
    test(`is the one that the cursors lead to: ${list}`, async () => {
      const line = `${list}${list.includes("?") ? "&" : "?"}limit=2`;
      const pages = await pagesOf(line);
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
      for (const [index, ids] of pages.entries()) {
        const page = await read(`${line}&page=${index + 1}`);
        expect([index, page.ids, page.total]).toEqual([index, ids, "7"]);
        expect((await pagesOf(page.next)).flat()).toEqual(pages.slice(index + 1).flat());
      }
      for (const past of [5, 6, 1_000_000_000])
        expect(await read(`${line}&page=${past}`)).toMatchObject({ ids: [], total: "7", status: 200 });
    });
  }

  test("has a number from 1", async () => {
    for (const page of ["0", "-1", "1.5", "x", "1000000001"]) {
      const { status, json } = await read(`/api/admin/waitlist?page=${page}`);
      const sentence = "page must be a whole number from 1 to 1,000,000,000";
      expect([page, status, json.fields]).toEqual([page, 400, { page: sentence }]);
    }
  });
});

test("every list that takes the number of a page refuses a cursor beside it", async () => {
  const lists = app.app.operations.filter(({ list, input }) => list && input && "page" in input.shape);
  expect(lists.length).toBeGreaterThan(25);
  const refusals = new Map<string, string>();
  for (const { rest, guard, path } of lists) {
    const headers = guard.kind === "partner" ? partnerHeaders : basic("super_admin");
    const line = `GET ${rest?.path.replace(/\{\w+\}/g, "x")}?page=2&cursor=x`;
    const refusal = rest
      ? (await app.send(line, { headers })).json.error
      : await app.operate(path, { page: 2, cursor: "x" }).catch((error: Error) => error.message);
    refusals.set(path, refusal);
  }
  const others = [...refusals].filter(([, refusal]) => refusal !== "Send page or cursor, not both");
  expect(Object.fromEntries(others)).toEqual({
    "admin.broadcasts.recipients": "This broadcast does not exist",
    "admin.notes.list": "kind must be one of inquiry, claim, request, signup, partner",
    "public.places.search": "Please type a name, a dish or a city",
  });
});
