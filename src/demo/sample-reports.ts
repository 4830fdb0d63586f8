import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { partnerOf, type Registered } from "./sample-partners.ts";

const CLOSED = {
  kind: "wrong_details",
  text: "The sign says that they close at nine, but here it said ten. We drove an hour. (Sample.)",
  email: "guest@example.org",
  reply: "We are sorry. We close at nine in winter and have corrected our hours. (Sample.)",
  conclusion: "We called the restaurant and corrected the hours on this page. (Sample.)",
} as const;

const OPEN = {
  kind: "alcohol",
  text: "I saw beer in the fridge behind the counter on Friday evening. (Sample.)",
  email: "visitor@example.org",
} as const;

/** Reports about two places of the partner to sign in with: one closed with a reply, one that waits for it. */
export function reportEvents(
  callers: Callers,
  { manager }: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] {
  const { submit } = callers.visitor.public.reports;
  const { reviews } = callers.staff(manager);
  const owner = () => partnerOf(callers, registered, "grill");
  let closed = "";
  return [
    {
      daysAgo: 18,
      async run() {
        const [place] = (await owner().pois.mine({})).items;
        ({ id: closed } = await submit({ ...CLOSED, id: place?.id ?? "" }));
      },
    },
    { daysAgo: 16.8, run: () => owner().reports.reply({ id: closed, reply: CLOSED.reply }) },
    {
      daysAgo: 14.1,
      run: () => reviews.reports.close({ id: closed, close: true, text: CLOSED.conclusion }),
    },
    {
      daysAgo: 2.3,
      async run() {
        const place = (await owner().pois.mine({})).items.at(-1);
        await submit({ ...OPEN, id: place?.id ?? "" });
      },
    },
  ];
}
