import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { days, minutes } from "../../../../shared/duration.ts";
import { randomId } from "../../../../shared/id.ts";
import { basic, partner, partnerSession, staff } from "../../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../../testing/app.ts";
import { lastMail, mailsTo } from "../../../../testing/mailed.ts";
import { place } from "../../../../testing/places/places.ts";
import { auditLog } from "../../../audit/table.ts";
import { pois } from "../../../places/table.ts";

type Owner = Awaited<ReturnType<typeof partner>>;

let home: string;
let app: TestApp;
let claimant: Owner;
let other: Owner;
let poi: Awaited<ReturnType<typeof place>>;
let domain: string;
let claim: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-proofs-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "partner_manager", "amina");
});
beforeEach(async () => {
  const name = randomId();
  domain = `${name}.example`;
  claimant = await partner(app, `claimant@${name}.test`);
  other = await partner(app, `other@${name}.test`);
  poi = await place(app, {
    ...{ name: "Saffron", address: "1 Elm St", phone: "3135550100" },
    website: `https://www.${domain}/menu`,
  });
  claim = (await as(claimant, "POST /partner/api/poi-claims", { poiId: poi.id })).json.id;
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
const amina = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("amina"), ...(body === undefined ? {} : { body }) });
const path = () => `/partner/api/poi-claims/${claim}/proofs`;
const ask = (body: object, who = claimant) => as(who, `POST ${path()}`, body);
const enter = (kind: string, code: string, who = claimant) => as(who, `PUT ${path()}`, { kind, code });
const make = (kind: string) => amina(`POST /api/reviews/claims/${claim}/code`, { kind });
const change = (fields: Partial<typeof pois.$inferInsert>) =>
  app.db.orm.update(pois).set(fields).where(eq(pois.id, poi.id));
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
/** Six other digits. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
async function mailed(mailbox = `hello@${domain}`): Promise<string> {
  expect((await ask({ kind: "email", mailbox })).status).toBe(201);
  return /^\d{6}$/m.exec((await lastMail(app, mailbox, "claim-code")).text)?.[0] ?? "";
}

describe("a code by email", () => {
  test("proves a claim with a mailbox of the website's domain, once, and is a fact for staff", async () => {
    const code = await mailed();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const entered = await enter("email", spaced);
    expect([entered.status, entered.json.target, entered.json.confirmedAt === null]).toEqual([
      200,
      domain,
      false,
    ]);
    expect((await enter("email", code)).status).toBe(409); // a replay
    expect((await ask({ kind: "email", mailbox: `hello@${domain}` })).status).toBe(409);
    const { proofs } = (await amina(`GET /api/reviews/claims/${claim}`)).json;
    expect(proofs).toEqual([expect.objectContaining({ kind: "email", target: domain, isCurrent: true })]);
    expect(JSON.stringify(proofs)).not.toContain("hello@");
    const decided = await amina(`PUT /api/reviews/claims/${claim}`, { decision: "approved" });
    expect(decided.status).toBe(200);
  });

  test("counts once, of two that are entered at the same time", async () => {
    const code = await mailed();
    const both = await Promise.all([enter("email", code), enter("email", code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("goes to no other domain, no mailbox that anyone can have and no site where many have a page", async () => {
    for (const mailbox of [`hello@mail.${domain}`, "hello@gmail.com", `hello@${domain}.org`, "x", undefined])
      expect([mailbox, (await ask({ kind: "email", mailbox })).status]).toEqual([mailbox, 400]);
    for (const website of ["https://www.facebook.com/saffron", "https://saffron.wixsite.com/home", ""]) {
      await change({ website });
      const { status } = await ask({ kind: "email", mailbox: "hello@facebook.com" });
      expect([website, status]).toEqual([website, 409]);
    }
    await change({ website: "https://gmail.com" });
    expect((await ask({ kind: "email", mailbox: "hello@gmail.com" })).status).toBe(409);
  });

  test("is wrong or expired after its hour, and after five wrong ones a new one is needed", async () => {
    const code = await mailed();
    for (let guess = 0; guess < 5; guess++)
      expect((await enter("email", wrong(code))).json.error).toBe("This code is incorrect");
    expect((await enter("email", code)).status).toBe(429);
    later(minutes(11));
    const next = await mailed();
    expect((await enter("email", code)).status).toBe(code === next ? 200 : 400); // replaced
    later(minutes(61));
    expect((await enter("email", next)).json.error).toBe("This code has expired. Please ask for a new one.");
  });

  test("is sent every ten minutes and five times a day at most, to a mailbox and about a place", async () => {
    await mailed();
    expect((await ask({ kind: "email", mailbox: `office@${domain}` })).status).toBe(429);
    const mine = claim;
    claim = (await as(other, "POST /partner/api/poi-claims", { poiId: poi.id })).json.id;
    expect((await ask({ kind: "email", mailbox: `office@${domain}` }, other)).status).toBe(429);
    claim = mine;
    for (let sent = 1; sent < 5; sent++) {
      later(minutes(11));
      await mailed();
    }
    later(minutes(11));
    expect((await ask({ kind: "email", mailbox: `hello@${domain}` })).status).toBe(429);
    expect(await mailsTo(app, `hello@${domain}`)).toHaveLength(5);
    later(days(1));
    await mailed();
  });

  test("is sent to a mailbox under any of its addresses as often as to one, also when asked about two places at once", async () => {
    const second = await place(app, { name: "Cedar", website: `https://${domain}` });
    const { json } = await as(other, "POST /partner/api/poi-claims", { poiId: second.id });
    const [mine, theirs] = [path(), `/partner/api/poi-claims/${json.id}/proofs`];
    const both = await Promise.all([
      as(claimant, `POST ${mine}`, { kind: "email", mailbox: `hello+a@${domain}` }),
      as(other, `POST ${theirs}`, { kind: "email", mailbox: `Hello+b@${domain}` }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429]);
  });

  test("is not counted once five were wrong, nor recorded", async () => {
    const code = await mailed();
    for (let guess = 0; guess < 5; guess++) await enter("email", wrong(code));
    const recorded = () => app.db.orm.$count(auditLog);
    const before = await recorded();
    for (let guess = 0; guess < 3; guess++) expect((await enter("email", code)).status).toBe(429);
    expect(await recorded()).toBe(before);
  });

  test("proves nothing once the place lists another website", async () => {
    const code = await mailed();
    await change({ website: "https://another.example" });
    expect((await enter("email", code)).status).toBe(409);
  });
});

describe("a code by phone or on paper", () => {
  test("is made by staff once the claimant asks for it, and replaces the one before", async () => {
    expect((await make("phone")).status).toBe(404);
    expect((await ask({ kind: "phone" })).json.target).toBe("(313) 555-0100");
    expect((await enter("phone", "123456")).status).toBe(400); // none was made
    const [first, second] = [(await make("phone")).json, (await make("phone")).json];
    expect([first.target, second.code.length]).toEqual(["(313) 555-0100", 6]);
    if (first.code !== second.code) expect((await enter("phone", first.code)).status).toBe(400);
    expect((await enter("phone", second.code)).status).toBe(200);
    expect((await make("phone")).status).toBe(409);
  });

  test("on paper outlives a second request for it, for 30 days", async () => {
    expect((await ask({ kind: "letter" })).json.target).toContain("1 Elm St");
    const { code } = (await make("letter")).json;
    later(days(20));
    await ask({ kind: "letter" });
    expect((await enter("letter", code)).status).toBe(200);
    const kinds = (await as(claimant, "GET /partner/api/my-claims")).json[0].proofs;
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(["email", "phone", "letter"]);
  });

  test("is asked for every ten minutes and five times a day at most about a place", async () => {
    for (const kind of ["phone", "letter"]) {
      for (let asked = 0; asked < 5; asked++) {
        expect((await ask({ kind })).status).toBe(201);
        expect((await ask({ kind })).status).toBe(429);
        later(minutes(11));
      }
      expect((await ask({ kind })).status).toBe(429);
    }
    const { json } = await as(other, "POST /partner/api/poi-claims", { poiId: poi.id });
    const theirs = `POST /partner/api/poi-claims/${json.id}/proofs`;
    expect((await as(other, theirs, { kind: "phone" })).status).toBe(429);
    later(days(1));
    expect((await as(other, theirs, { kind: "phone" })).status).toBe(201);
  });

  test("expires, and is refused for a number that the place does not list any more", async () => {
    await ask({ kind: "phone" });
    const { code } = (await make("phone")).json;
    later(minutes(31));
    expect((await enter("phone", code)).status).toBe(400);
    await change({ phone: "3135550199" });
    expect((await make("phone")).status).toBe(409);
    expect((await ask({ kind: "phone" })).json.target).toBe("(313) 555-0199");
    expect((await make("phone")).status).toBe(200);
  });

  test("belongs to the claimant alone, and to a claim that is pending", async () => {
    await ask({ kind: "phone" });
    const { code } = (await make("phone")).json;
    expect((await ask({ kind: "letter" }, other)).status).toBe(404);
    expect((await enter("phone", code, other)).status).toBe(404);
    expect((await as(claimant, `POST /api/reviews/claims/${claim}/code`, { kind: "phone" })).status).toBe(
      401,
    );
    expect((await make("email")).status).toBe(400);
    await as(claimant, `PUT /partner/api/poi-claims/${claim}`, { withdraw: true });
    expect((await enter("phone", code)).status).toBe(409);
    expect((await ask({ kind: "letter" })).status).toBe(409);
    expect((await make("phone")).status).toBe(409);
  });
});
