import { expect, test } from "bun:test";
import { visitSource } from "../../../shared/people/sources.ts";
import { joinInput } from "../schema.ts";

const HOME = "https://rihla.example";

test("the source of a visit is its campaign, its referral code and the host it came from", () => {
  expect(
    visitSource(
      "?utm_source=masjid&utm_medium=mail&utm_campaign=eid&ref=0a1b2c&x=1",
      "https://a.example/p?q=1",
      HOME,
    ),
  ).toEqual({
    utmSource: "masjid",
    utmMedium: "mail",
    utmCampaign: "eid",
    ref: "0a1b2c",
    referrer: "a.example",
  });
  expect(visitSource("", `${HOME}/support`, HOME)).toEqual({});
  expect(visitSource("?ref=", "", HOME)).toEqual({});
});

test("whatever is in the address of a visit, the signup is accepted", () => {
  const source = visitSource(`?ref=${"😀".repeat(500)}&utm_source=%00%07a`, "not a url", HOME);
  expect(joinInput.safeParse({ firstName: "A", email: "a@b.example", source }).success).toBe(true);
});
