import { days } from "../shared/duration.ts";
import { dayIn } from "../shared/places/day.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { certificateOf, uploadAll } from "./sample-files.ts";
import { type PartnerKey, partnerOf, type Registered } from "./sample-partners.ts";

const TYPED = { issuer: "Sample Halal Council", number: "SHC-3004" } as const;
const VALID_DAYS = 360;

/** Two owners send new certificates: one waits to be recorded, the other one for its second reading. */
export function certificateEvents(
  callers: Callers,
  { admin }: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] {
  const validUntil = dayFromToday(VALID_DAYS);
  const send = async (key: PartnerKey) => {
    const { pois, renewals } = partnerOf(callers, registered, key);
    const place = (await pois.mine({})).items.find(({ category }) => category === "restaurant");
    const [fileId] = await uploadAll(callers, registered, key, [certificateOf(TYPED.number, validUntil)]);
    await renewals.send({ id: place?.id ?? "", kind: "certificate", fileId, ...TYPED });
    return { placeId: place?.id ?? "", fileId };
  };
  return [
    { daysAgo: 2.7, run: () => send("grill") },
    {
      daysAgo: 3.4,
      async run() {
        const { placeId, fileId } = await send("foods");
        const { issuers, evidence } = callers.staff(admin).admin;
        const [issuer] = await issuers.list({ q: TYPED.issuer });
        const dates = { validFrom: dayFromToday(-5), validUntil };
        const read = { issuerId: issuer?.id ?? "", number: TYPED.number, fileId };
        await evidence.add({ id: placeId, kind: "certificate", ...read, ...dates });
      },
    },
  ];
}

const dayFromToday = (n: number): string => dayIn("UTC", new Date(Date.now() + days(n)));
