import { expect, test } from "bun:test";
import { joinInput } from "../../../../modules/waitlist/schema.ts";
import { sentencesOf } from "../../../lib/form.ts";
import { joinRules } from "./join.ts";

const NAMES = ["Amina", "عائشة", ""];
const ADDRESSES = [
  "amina@example.org",
  "amina.yusuf+rihla@mail.example.org",
  "amina@münchen.example",
  "",
  "none",
  "amina@example",
  "amina@@example.org",
  "amina yusuf@example.org",
  "amina..yusuf@example.org",
  "4242424242424242@example.org",
];

test("the form of the waitlist says the same of names and addresses as the server", () => {
  for (const firstName of NAMES)
    for (const email of ADDRESSES) {
      const typed = { firstName, email };
      const here = joinRules.safeParse(typed);
      const there = joinInput.safeParse(typed);
      expect([typed, here.success]).toEqual([typed, there.success]);
      if (!here.success && there.error) expect(sentencesOf(here.error)).toEqual(sentencesOf(there.error));
    }
});
