import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { GIFT, give } from "../../../testing/gifts.ts";
import { payInput } from "../schema.ts";
import { validatePayment } from "./validate-payment.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** State and country as the gateway gets them. */
const billed = (billingState: string, billingCountry: string | undefined) => {
  const input = payInput.parse({ ...GIFT, billingState, billingCountry });
  const { state, country } = validatePayment(input, true, "salam@rihla.example").billing;
  return [state, country];
};

test("a state or province is billed by its two letters, given by letters or by name", () => {
  expect([
    billed("oh", "US"),
    billed("Missouri", undefined),
    billed("AE", "us"),
    billed("Armed Forces Pacific", "United States"),
    billed("québec", "CA"),
    billed("ON", "Canada"),
  ]).toEqual([
    ["OH", "US"],
    ["MO", "US"],
    ["AE", "US"],
    ["AP", "US"],
    ["QC", "CA"],
    ["ON", "CA"],
  ]);
});

test("every other country is taken, with its state as free text", () => {
  expect([billed("Greater London", "GB"), billed("Dubai", "United Arab Emirates")]).toEqual([
    ["Greater London", "GB"],
    ["Dubai", "AE"],
  ]);
});

test("a state and a postal code are required in the United States and Canada alone", async () => {
  const without = async (billingCountry: string | undefined) => {
    const { status, json } = await give(app, { billingState: "", billingZip: " ", billingCountry });
    return [status, Object.keys(json.fields ?? {})];
  };
  expect(await without("GB")).toEqual([200, []]);
  expect(await without("Ireland")).toEqual([200, []]);
  for (const country of ["US", "Canada", undefined, "Atlantis"])
    expect(await without(country)).toEqual([400, ["billingState", "billingZip"]]);
});

test("a state that is not one of the country and an unknown country are refused at their fields", async () => {
  const refused = async (change: object) => {
    const { status, json } = await give(app, change);
    return [status, Object.keys(json.fields ?? {})];
  };
  expect(await refused({ billingState: "Mis" })).toEqual([400, ["billingState"]]);
  expect(await refused({ billingState: "ON" })).toEqual([400, ["billingState"]]);
  expect(await refused({ billingState: "NY", billingCountry: "CA" })).toEqual([400, ["billingState"]]);
  expect(await refused({ billingCountry: "Atlantis" })).toEqual([400, ["billingCountry"]]);
  expect(await refused({ billingState: "Dubai", billingCountry: "AE" })).toEqual([200, []]);
});

test("the sentence about missing fields comes first", async () => {
  const { json } = await give(app, { billingState: "", billingCountry: "Atlantis" });
  expect(json.error).toBe(
    "Missing Information: Please fill in all required fields including credit card and billing information",
  );
});
