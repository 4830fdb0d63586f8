import { expect, test } from "bun:test";
import { foldName, guessColumns } from "./list-columns.ts";

test("names of columns are equal however they are written, and what is in brackets does not count", () => {
  const names = ["ZIP Code", "zip_code", "Zipcode (5 digits)"];
  expect(names.map(foldName)).toEqual(["zipcode", "zipcode", "zipcode"]);
});

test("a name of a megabyte of brackets is read as far as a name reaches", () => {
  const name = "(".repeat(1_000_000);
  expect(foldName(`zip${name}`)).toBe("zip");
  const columns = guessColumns([name, "Zip"], [["a", "b"]], [{ name: "zip", names: [] }]);
  expect(columns.map(({ field }) => field)).toEqual([null, "zip"]);
});
