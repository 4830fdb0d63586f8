import type { Phrase } from "./phrases.ts";

/** The words of what visitors and other services do. */
export const VISITOR_ACTION_WORDS: Readonly<Record<string, Phrase>> = {
  "public.waitlist.join": "joined the waitlist",
  "public.joined.correct": "corrected the address of a signup",
  "public.joined.city": "chose a city for a signup",
  "public.joined.dismiss": "removed a signup from their browser",
  "public.partnerships.submit": "sent {inquiry}",
  "public.support.pay": "started {gift}",
  "public.support.verify": "asked for the status of {gift}",
  "public.support.webhook": "reported the status of {gift}",
  "public.sandbox.decide": "decided {gift} at the sandbox",
  "public.mail.events": "reported bounces and complaints",
  "public.me.link": "asked for the link to their data",
  "public.me.show": "looked at their data",
  "public.me.confirm": "confirmed their address",
  "public.me.update": "corrected their signup",
  "public.me.leave": "left the waitlist",
  "public.me.export": "exported their data",
  "public.me.erase": "erased their data",
  "public.beta.accept": "accepted an invitation to the beta",
  "public.reports.submit": "reported a problem with a place",
  "public.issuers.answer": "answered about a certificate of {place}",
};
