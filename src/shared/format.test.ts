import { expect, test } from "bun:test";
import { isolated } from "./format.ts";
import { dueBy } from "./reviews/business-days.ts";

const ZONES = [
  "America/St_Johns",
  "America/Halifax",
  "America/Vancouver",
  "Asia/Karachi",
  "Pacific/Auckland",
];

test("the promised day is the same wherever it is read, in summer and in winter", async () => {
  const days = [new Date("2026-07-06T15:00:00Z"), new Date("2026-01-05T15:00:00Z")].map(dueBy);
  const read = `
    const { formatDueDay } = await import(${JSON.stringify(import.meta.resolve("./format.ts"))});
    console.log(JSON.stringify(${JSON.stringify(days)}.map((day) => formatDueDay(new Date(day)))));`;
  for (const TZ of ZONES) {
    const viewer = Bun.spawn([process.execPath, "-e", read], { env: { ...process.env, TZ } });
    expect([TZ, JSON.parse(await new Response(viewer.stdout).text())]).toEqual([
      TZ,
      ["Jul 13, 2026", "Jan 12, 2026"],
    ]);
  }
});

test("an Arabic or Hebrew name in a sentence is set apart, and any other name is left as it is", () => {
  expect(isolated("مطعم 24/7")).toBe("\u2068مطعم 24/7\u2069");
  expect(isolated("מאפייה")).toBe("\u2068מאפייה\u2069");
  expect(isolated("Noor Café & Söhne")).toBe("Noor Café & Söhne");
});
