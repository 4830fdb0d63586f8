import { expect, test } from "bun:test";
import { cutDifference } from "./compared.tsx";

test("the words that differ between two texts are cut out, with the words around them in common", () => {
  expect(cutDifference("Noor Grill", "Noor House")).toEqual([
    { start: "Noor ", middle: "Grill", end: "" },
    { start: "Noor ", middle: "House", end: "" },
  ]);
  expect(cutDifference("12 Main Street", "120 Main Street")).toEqual([
    { start: "", middle: "12", end: " Main Street" },
    { start: "", middle: "120", end: " Main Street" },
  ]);
  expect(cutDifference("", "Grill")).toEqual([
    { start: "", middle: "", end: "" },
    { start: "", middle: "Grill", end: "" },
  ]);
  expect(cutDifference("a a", "a a a")[1]).toEqual({ start: "a a", middle: " a", end: "" });
});
