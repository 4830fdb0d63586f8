import { expect, test } from "bun:test";
import { CURRENT_CONSENT, consentText, consentTexts } from "./consent-texts.ts";

const BRAND = { name: "Rihla", contactEmail: "salaam@rihla.example" };

test("consent texts that people agreed to read as they did then", () => {
  expect(consentTexts(BRAND)).toEqual([
    {
      id: "waitlist-2",
      text: "By joining, you agree that Rihla (salaam@rihla.example) emails you about the launch and, if you tick the box, the beta. You can leave at any time with one click.",
    },
    {
      id: "waitlist-1",
      text: "You'll be among the first to know when Rihla launches. We use your first name and your email to tell you about the launch and, if you asked for it, the beta.",
    },
  ]);
});

test("the form's consent text exists, and an unknown id has none", () => {
  expect([consentText(CURRENT_CONSENT, BRAND) !== null, consentText("import", BRAND)]).toEqual([true, null]);
});
