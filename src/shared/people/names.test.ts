import { expect, test } from "bun:test";
import { isPlainName } from "./names.ts";

test("one to four words of letters in any script read as a name", () => {
  for (const name of ["Amina", "Mary-Jane O’Connor", "D'Angelo", "عائشة بنت أبي بكر", "José", "Jose\u0301"])
    expect([name, isPlainName(name)]).toEqual([name, true]);
});

test("a link, a number, a sentence and a text of several lines do not read as a name", () => {
  const texts = [
    ...[
      "",
      " ",
      "Win at evil.com",
      "evil.com",
      "https://evil",
      "amina@example.com",
      "Call 555 0100",
      "Pay me now!",
    ],
    ...["J. R. Ewing", "Your gift was not received", "Amina\nKhan", " Amina", "Amina  Khan", "a".repeat(31)],
  ];
  for (const text of texts) expect([text, isPlainName(text)]).toEqual([text, false]);
});
