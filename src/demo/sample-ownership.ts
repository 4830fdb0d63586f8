import type { Callers } from "./callers.ts";
import type { SampleEvent } from "./events.ts";
import { SAMPLE_FILES, uploadAll } from "./sample-files.ts";
import { type PartnerKey, partnerOf, type Registered } from "./sample-partners.ts";

const BOUGHT = "I bought this restaurant in spring; the lease is in my name. (Sample.)";

/** The owner to sign in with renames a place, and does not answer a partner who asks for another one. */
export function ownershipEvents(callers: Callers, registered: Registered): readonly SampleEvent[] {
  const as = (key: PartnerKey) => partnerOf(callers, registered, key);
  const owned = async () => (await as("grill").pois.mine({})).items;
  return [
    {
      daysAgo: 9.4,
      async run() {
        const [place] = await owned();
        const files = await uploadAll(callers, registered, "meats", [SAMPLE_FILES.lease]);
        await as("meats").ownership.ask({ id: place?.id ?? "", documents: [BOUGHT, ...files] });
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
