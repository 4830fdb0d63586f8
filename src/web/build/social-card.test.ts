import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { socialCard } from "./social-card.ts";

test("the site's picture for social networks has their size and the brand's name on it", async () => {
  const program = resolve(import.meta.dir, "../../..");
  const png = Buffer.from(await socialCard("Rihla", program));
  const drawn = Buffer.from(await Bun.file(`${program}/public/og.png`).bytes());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
  expect(png.equals(drawn)).toBe(false);
});
