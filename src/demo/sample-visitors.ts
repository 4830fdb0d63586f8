import { hours } from "../shared/duration.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";

const SIGNUPS = 320;
const PERIOD_DAYS = 60;

const FIRST_NAMES = [
  "Amina",
  "Bilal",
  "Dania",
  "Faris",
  "Hana",
  "Idris",
  "Jamila",
  "Kareem",
  "Layla",
  "Musa",
] as const;
const LAST_NAMES = [
  "Sample",
  "Example",
  "Invented",
  "Madeup",
  "Specimen",
  "Pretend",
  "Demo",
  "Trial",
] as const;
const BUSINESSES = [
  ["Olive Branch Bakery (sample)", "grocery", "Columbus", "OH"],
  ["Crescent Street Grill (sample)", "restaurant", "New York", "NY"],
  ["Lantern Modest Wear (sample)", "fashion", "Chicago", "IL"],
  ["Saffron & Sons Catering (sample)", "restaurant", "Houston", "TX"],
  ["Minaret Web Services (sample)", "services", "Toronto", "ON"],
  ["Date Palm Market (sample)", "grocery", "Dearborn", "MI"],
] as const;

export const firstName = (index: number): string => FIRST_NAMES[index % FIRST_NAMES.length] ?? FIRST_NAMES[0];

const HOME_CITIES = [
  ["Dearborn, MI", 52],
  ["Paterson, NJ", 41],
  ["Bridgeview, IL", 38],
  ["Houston, TX", 31],
  ["Mississauga, ON", 27],
  ["Anaheim, CA", 22],
  ["Alexandria, VA", 17],
  ["Minneapolis, MN", 12],
  ["Atlanta, GA", 6],
  ["Seattle, WA", 4],
] as const;
const WITH_CITY = HOME_CITIES.flatMap(([city, people]) => Array<string>(people).fill(city));

const TOGETHER = 20; // more would wait too long for the embedded database on a busy machine

/** Waitlist signups, more of them recent. Some are sent at the same time, so that group commit is used. */
export async function joinWaitlist(callers: Callers, now: Date): Promise<void> {
  for (let index = 0; index < SIGNUPS; index += TOGETHER) {
    const group = Array.from({ length: Math.min(TOGETHER, SIGNUPS - index) }, (_, n) => index + n);
    await Promise.all(group.map((each) => signUp(callers, now, each)));
  }
}

function signUp({ at, visitor, tokenOf }: Callers, now: Date, index: number): Promise<void> {
  const last = LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length];
  const email = `${firstName(index)}.${last}.${index + 1}@example.com`.toLowerCase();
  const age = PERIOD_DAYS * hours(24) * (1 - index / SIGNUPS) ** 1.6 + hours(index % 7);
  const input = { firstName: `${firstName(index)} ${last}`, email, isBetaTester: index % 3 === 0 };
  const city = WITH_CITY[(index * 97) % SIGNUPS]; // over all days
  return at(new Date(now.getTime() - age), async () => {
    await visitor.public.waitlist.join(input);
    const token = tokenOf(email);
    if (city !== undefined) await visitor.public.me.update({ token, city });
    if (city !== undefined && index % 3 > 0) await visitor.public.me.confirm({ token });
  });
}

/** Inquiries of businesses, every third entered by staff. */
export const inquiryEvents = (callers: Callers, { admin }: SampleStaff): readonly SampleEvent[] =>
  BUSINESSES.map(([businessName, businessType, city, state], index) => {
    const inquiry = {
      businessName,
      contactName: `${firstName(index)} Example`,
      email: `${firstName(index)}@business-${index + 1}.example.org`.toLowerCase(),
      phone: `55501001${10 + index}`,
      website: `https://business-${index + 1}.example.org`,
      businessType,
      city,
      state,
      message: "This is an invented inquiry.\nPlease tell us how to be listed.",
    };
    const { partnerships, notes } = callers.staff(admin).admin;
    const run = async () => {
      const sent =
        index % 3 === 2 ? partnerships.create(inquiry) : callers.visitor.public.partnerships.submit(inquiry);
      const { id } = await sent;
      if (index === 0) return;
      await partnerships.progress({ id, assigneeId: admin.id });
      await notes.add({ kind: "inquiry", subjectId: id, text: "They prefer to be called before noon." });
      if (index > 1) await partnerships.answer({ id, text: SAMPLE_ANSWER });
      if (index > 3) await partnerships.progress({ id, stage: index === 4 ? "won" : "closed" });
    };
    return { daysAgo: index * 7 + 0.2, run };
  });

const SAMPLE_ANSWER =
  "Assalamu alaikum,\n\nthank you for writing to us. This is an invented answer: tell us your opening hours, and we will list you.";

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
