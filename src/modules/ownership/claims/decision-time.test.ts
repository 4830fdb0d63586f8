import { afterAll, beforeAll, expect, test } from "bun:test";
import { days, hours, minutes } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { poiClaims } from "./table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
const NOW = new Date("2026-06-15T16:00:00Z");
beforeAll(async () => {
  app = await testApp();
  app.clock.now = NOW;
  await staff(app, "partner_manager");
  owner = await partner(app);
});
afterAll(() => app.close());

async function decided(took: number, daysAgo: number, reason: string | null = null): Promise<void> {
  const reviewedAt = new Date(NOW.getTime() - days(daysAgo));
  await app.db.orm.insert(poiClaims).values({
    id: randomId(),
    poiName: "Noor Grill",
    partnerName: "Noor Grill",
    documents: [],
    reason,
    status: "rejected",
    reviewedAt,
    submittedAt: new Date(reviewedAt.getTime() - took),
  });
}
const shown = async () => {
  app.clock.forward(minutes(10));
  const headers = await partnerSession(app, owner.id);
  return (await app.send("GET /partner/api/decision-time", { headers })).json;
};

test("partners see the median of the last 90 days once there are five decisions of reviewers", async () => {
  for (const took of [days(1), days(2), days(9), hours(54)]) await decided(took, 10);
  await decided(days(400), 91);
  await decided(0, 5, "withdrawn");
  await decided(0, 5, "already_claimed_by_other");
  expect(await shown()).toEqual({ days: null, decisions: 4 });
  await decided(days(30), 1, "name_mismatch");
  expect(await shown()).toEqual({ days: 2.3, decisions: 5 });
});

test("staff see the same median, and no one else does", async () => {
  const answer = await app.send("GET /api/reviews/decision-time", { headers: basic("partner_manager") });
  expect(answer.json).toEqual({ days: 2.3, decisions: 5 });
  expect((await app.send("GET /api/reviews/decision-time")).status).toBe(401);
  expect((await app.send("GET /partner/api/decision-time")).status).toBe(401);
});
