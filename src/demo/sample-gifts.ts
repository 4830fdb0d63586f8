import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { firstName } from "./sample-visitors.ts";

/** Amounts in dollars with their tiers. */
const GIFTS = [
  [25, "Beta Supporter"],
  [50, "Community Builder"],
  [100, "Ummah Champion"],
  [250, "Founding Patron"],
  [18.5, ""],
] as const;
const PAYMENTS = 24;
const PLEDGES = 5;
const GOOD_CARD = "4242424242424242";
const DECLINED_CARD = "4000000000000002";

/** Gifts by cards of the sandbox. None is pending, as no visitor could finish it. */
export const giftEvents = ({ visitor }: Callers): readonly SampleEvent[] =>
  Array.from({ length: PAYMENTS }, (_, index) => ({
    daysAgo: 2.3 * index + 0.1,
    async run() {
      const cardNumber = index % 7 === 3 ? DECLINED_CARD : GOOD_CARD;
      const card = { cardNumber, expiryMonth: "12", expiryYear: "39", cvv: "123" };
      const begun = await visitor.public.support.pay({ ...giftOf(index), ...card });
      if (!begun.success) return;
      const id = new URL(begun.paymentUrl).pathname.split("/").at(-1) ?? "";
      await visitor.public.sandbox.decide({ id, decision: "confirm" });
      if (index % 11 === 8) await visitor.public.sandbox.decide({ id, decision: "refund" });
    },
  }));

/** Gifts promised by Venmo and Zelle: two that arrived, three still expected. */
export const pledgeEvents = (callers: Callers, { admin }: SampleStaff): readonly SampleEvent[] =>
  Array.from({ length: PLEDGES }, (_, index) => index).flatMap((index) => {
    const gift = giftOf(index + 3);
    const pledged = {
      daysAgo: 1.05 + 4 * index,
      run: () => callers.visitorWithoutGateway.public.support.pay(gift),
    };
    const { payments } = callers.staff(admin).admin;
    const received = {
      daysAgo: pledged.daysAgo - 1,
      async run() {
        const { items } = await payments.pledges({ q: gift.customerEmail });
        const method = index % 2 === 0 ? "zelle" : "venmo";
        for (const { reference } of items) await payments.receive({ reference, method });
      },
    };
    return index > 2 ? [pledged, received] : [pledged];
  });

function giftOf(index: number) {
  const [amount, tier] = GIFTS[(index * 3) % GIFTS.length] ?? GIFTS[0];
  return {
    amount,
    tier,
    customerName: `${firstName(index)} Example`,
    customerEmail: `${firstName(index)}.gift${index}@example.com`.toLowerCase(),
    billingAddress: "1 Invented Avenue",
    billingCity: "Columbus",
    billingState: "OH",
    billingZip: "43004",
  };
}
