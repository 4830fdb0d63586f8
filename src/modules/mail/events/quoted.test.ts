import { expect, test } from "bun:test";
import { withoutHistory } from "./quoted.ts";

const QUOTED = ["> Salam,", ">", "> thank you."];
const split = (...lines: string[]) => withoutHistory(lines.join("\n"));

test("the history that a mail program puts below a reply is told from it, in any language", () => {
  const attributions = [
    ["On Fri, Nov 27, 2026 at 4:10 PM Rihla <hello@rihla.example> wrote:"],
    ["On Fri, Nov 27, 2026 at 4:10 PM Rihla <hello@rihla.example>", "wrote:"],
    ["Le 27 nov. 2026 à 16:10, Rihla <hello@rihla.example> a écrit :"],
    ["في 27 نوفمبر 2026، كتب Rihla:"],
    [],
  ];
  for (const attribution of attributions) {
    const history = [...attribution, "", ...QUOTED];
    const written = split("Yes, we open at 9 to 5:", "", "every day", "", ...history);
    expect(written).toEqual({
      text: "Yes, we open at 9 to 5:\n\nevery day",
      quoted: history.join("\n").trim(),
    });
  }
});

test("what Outlook puts below a reply, which is not marked line by line, is history too", () => {
  const outlook = [
    "From: Rihla <hello@rihla.example>",
    "Sent: Friday, November 27, 2026 4:10 PM",
    "",
    "Salam",
  ];
  expect(split("Yes", "", ...outlook)).toEqual({ text: "Yes", quoted: outlook.join("\n") });
  const forwarded = ["-----Original Message-----", "Salam"];
  expect(split("Yes", ...forwarded)).toEqual({ text: "Yes", quoted: forwarded.join("\n") });
});

test("answers between quoted lines are not folded away, and an email of history alone is shown whole", () => {
  const between = ["Salam, see below", "> When do you open?", "At 9", "> And close?", "At 5"];
  expect(split(...between)).toEqual({ text: between.join("\n"), quoted: "" });
  expect(split(...QUOTED)).toEqual({ text: QUOTED.join("\n"), quoted: "" });
  expect(split("")).toEqual({ text: "", quoted: "" });
});

test("an email of 100,000 lines that could each begin its history is read in time", () => {
  for (const line of [">", "> ", "1:", "On 1"]) {
    const lines = Array.from({ length: 100_000 }, () => line);
    const text = [...lines, "written last"].join("\n");
    expect(withoutHistory(text)).toEqual({ text, quoted: "" });
  }
});
