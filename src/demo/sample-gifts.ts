import { days, hours } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";

type Row = Readonly<Record<string, unknown>>;

const GIVERS = ["Amina", "Bilal", "Dania", "Faris", "Hana", "Idris", "Jamila", "Kareem", "Layla", "Musa"];
/** In dollars, with the tier that each was given under. */
const GIFTS = [
  [25, "Beta Supporter"],
  [50, "Community Builder"],
  [100, "Ummah Champion"],
  [250, "Founding Patron"],
  [18.5, ""],
] as const;
const CENTS = 100;
const PAYMENTS = 24;
const EVERY = days(2) + hours(7);

/** Gifts by the sandbox's cards, in every state that has come to its end: nobody is left to be asked about these. */
export const paymentRows = (now: Date): readonly Row[] =>
  Array.from({ length: PAYMENTS }, (_, index) => {
    const at = new Date(now.getTime() - EVERY * index - hours(3));
    const isFailed = index % 7 === 3;
    return {
      ...giftRow(index, at),
      reference: `SAMPLE-GIFT-${1_000 + index}`,
      gateway: "sandbox",
      status: isFailed ? "failed" : index % 11 === 8 ? "refunded" : "succeeded",
      card_brand: "visa",
      card_last4: isFailed ? "0002" : "4242",
      updated_at: at,
      settled_at: at,
    };
  });

/** What was promised by Venmo and Zelle: two that came, three that are waited for. */
export const pledgeRows = (now: Date): readonly Row[] =>
  Array.from({ length: 5 }, (_, index) => {
    const at = new Date(now.getTime() - days(1 + 4 * index));
    const isReceived = index > 2;
    return {
      ...giftRow(index + 3, at),
      reference: `SAMPLE-PLEDGE-${2_000 + index}`,
      received_at: isReceived ? new Date(at.getTime() + days(1)) : null,
      received_by: isReceived ? "admin" : null,
      method: isReceived ? (index % 2 === 0 ? "zelle" : "venmo") : null,
    };
  });

function giftRow(index: number, at: Date): Row {
  const [dollars, tier] = GIFTS[(index * 3) % GIFTS.length] ?? GIFTS[0];
  const giver = GIVERS[index % GIVERS.length] ?? "Amina";
  return {
    id: randomId(),
    amount_cents: Math.round(dollars * CENTS),
    currency: "USD",
    tier,
    customer_name: `${giver} Example`,
    customer_email: `${giver}.gift${index}@example.com`.toLowerCase(),
    created_at: at,
  };
}
