import { expect, test } from "bun:test";
import { wilsonInterval } from "./wilson.ts";

/** R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3. */
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("the interval of %i in %i is that of the published table", (right, of, low, high) => {
  const interval = wilsonInterval(right, of);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test("the interval of all and of none ends at one and at zero", () => {
  expect(wilsonInterval(60, 60).high).toBe(1);
  expect(wilsonInterval(0, 1).low).toBe(0);
  const { low, high } = wilsonInterval(57, 60);
  expect([low.toFixed(2), high.toFixed(2)]).toEqual(["0.86", "0.98"]);
});
