import { expect, test } from "bun:test";
import { formatTable } from "./output.ts";

const plain = { bold: false };

test("The columns of a table line up, and no line ends in spaces", () => {
  const table = formatTable(
    ["name", "city"],
    [
      ["Noor Grill", "Dearborn"],
      ["Zaytuna", ""],
    ],
    plain,
  );
  expect(table).toBe("name        city\nNoor Grill  Dearborn\nZaytuna");
});

test("Wide and combining characters take as much room in a table as on the screen", () => {
  const names = ["مخبز النور", "清真寺", "🕌 Masjid", "Café Zayt\u0065\u0301", "x"];
  const [, ...lines] = formatTable(
    ["name", "end"],
    names.map((name) => [name, "|"]),
    plain,
  ).split("\n");
  const widths = lines.map((line) => Bun.stringWidth(line));
  expect(new Set(widths).size).toBe(1);
});

test("Only the head of a table is bold, and only on request", () => {
  expect(formatTable(["a", "b"], [["1", "2"]], { bold: true })).toBe("\x1b[1ma  b\x1b[22m\n1  2");
});
