import { expect, test } from "bun:test";
import { isolated } from "./isolated.ts";

test("an Arabic or Hebrew name in a sentence is set apart, and any other name is left as it is", () => {
  expect(isolated("مطعم 24/7")).toBe("\u2068مطعم 24/7\u2069");
  expect(isolated("מאפייה")).toBe("\u2068מאפייה\u2069");
  expect(isolated("Noor Café & Söhne")).toBe("Noor Café & Söhne");
});
