import { WAITLIST } from "../../../../copy/en/waitlist.ts";
import { visitSource } from "../../../../shared/people/sources.ts";
import { client } from "../../../lib/client.ts";
import { requiredTexts, textOf } from "../../../lib/form.ts";
import { sentOnce } from "../../../lib/sent-once.ts";

export const joinRules = requiredTexts({ firstName: WAITLIST.firstName, email: WAITLIST.email }, ["email"]);

export const readJoin = (form: FormData) => ({
  firstName: textOf(form, "firstName").trim(),
  email: textOf(form, "email").trim(),
  isBetaTester: form.has("isBetaTester"),
  source: visitSource(window.location.search, document.referrer, window.location.origin),
  hp_note: textOf(form, "hp_note"),
});

/** Joins the waitlist, then asks for the card of the person, which is undefined if it could not be loaded. */
export const join = sentOnce(async (given: ReturnType<typeof readJoin>) => {
  await client.public.waitlist.join.mutate(given);
  return { card: client.public.joined.show.query().catch(() => undefined) };
});

export type Card = Awaited<ReturnType<typeof join.send>>["card"];

/** Sends the form before it is interactive: the answer and the scripts come at once. What is wrong with it is left to it. */
export function sendEarly(form: FormData): void {
  const given = readJoin(form);
  if (joinRules.safeParse(given).success) join.sendEarly(given);
}
