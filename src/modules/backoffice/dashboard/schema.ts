import { z } from "zod";
import { waitingCases } from "../../../shared/reviews/reviews.ts";

const days = z.array(z.object({ day: z.string(), count: z.number().int() }));

const n = z.number().int();

/** What waits for the caller; 0 where the role may not read the list. */
export const waitingOutput = z.object({
  cases: waitingCases,
  /** Places whose tier ends soon. */
  expiring: n,
  /** Certificates whose issuer does not answer. */
  silentIssuers: n,
  /** Without a reply. */
  inquiries: n,
  /** Partner accounts that are not verified. */
  partners: n,
  /** Gifts by Venmo or Zelle that were not seen to arrive. */
  pledges: n,
});

/** Counts of each of the last 30 days in UTC, without empty ones. */
export const trendsOutput = z.object({
  /** Gifts by card that arrived. */
  gifts: days,
  /** Decisions about claims and requests. */
  decisions: days,
  /** Emails that were sent. */
  emails: days,
});

/** The dashboard. `days` are the last 30 in UTC, without empty ones. */
export const summaryOutput = z.object({
  signups: z.object({ total: z.number().int(), beta: z.number().int(), days }),
  inquiries: z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    /** When the oldest unanswered inquiry arrived; null if there is none. */
    oldestWaiting: z.date().nullable(),
    days,
  }),
  heldBack: z.number().int(),
  /** Only while no mail is sent, because too many bounced or were reported as spam. */
  mailStopped: z.object({ stoppedAt: z.date(), reason: z.string() }).optional(),
  /** Only while the server runs behind a proxy that TRUST_PROXY does not name. */
  untrustedProxyAt: z.date().optional(),
});
