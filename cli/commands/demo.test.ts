import { afterEach, beforeEach, expect, test } from "bun:test";
import { SETTING_NAMES } from "../../src/env.ts";
import { setSettings } from "./demo.ts";

const before = { ...process.env };
beforeEach(() => {
  for (const name of SETTING_NAMES) process.env[name] = "set by the owner of the machine";
});
afterEach(() => {
  for (const name of SETTING_NAMES) delete process.env[name];
  Object.assign(process.env, before);
});

test("A demo clears every setting that would reach mail, payments or a real database", () => {
  setSettings({ DATA_DIR: "/nowhere" });
  const left = SETTING_NAMES.filter((name) => process.env[name] !== undefined);
  expect(SETTING_NAMES.length).toBeGreaterThan(30);
  expect(left.sort()).toEqual([
    "BRAND_NAME",
    "CONTACT_EMAIL",
    "DATA_DIR",
    "HOST",
    "LOG_LEVEL",
    "PORT",
    "POSTAL_ADDRESS",
    "RATE_LIMIT",
  ]);
  expect(process.env.DATA_DIR).toBe("/nowhere");
});
