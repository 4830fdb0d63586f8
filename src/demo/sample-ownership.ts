import type { Callers } from "./callers.ts";
import type { SampleEvent } from "./events.ts";
import type { PartnerKey, Registered } from "./sample-partners.ts";

const BOUGHT = "I bought this restaurant in spring; the lease is in my name. (Sample.)";

/** The owner to sign in with renames a place, and does not answer a partner who asks for another one. */
export function ownershipEvents(callers: Callers, registered: Registered): readonly SampleEvent[] {
  const as = (key: PartnerKey) => {
    const principal = registered.get(key);
    if (!principal) throw new Error(`${key} has not registered yet`);
    return callers.partner(principal).partner;
  };
  const owned = async () => (await as("grill").pois.mine({})).items;
  return [
    {
      daysAgo: 9.4,
      async run() {
        const [place] = await owned();
        await as("meats").ownership.ask({ id: place?.id ?? "", documents: [BOUGHT] });
      },
    },
    {
      daysAgo: 1.6,
      async run() {
        const place = (await owned()).at(-1);
        const fields = { name: `${place?.name} & Bakery`, subcategory: "bakery" };
        await as("grill").ownership.propose({ id: place?.id ?? "", fields });
      },
    },
  ];
}
