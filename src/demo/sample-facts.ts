import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { partnerOf, type Registered } from "./sample-partners.ts";

const GRILL_HOURS = {
  week: "Su-Th 11:00-22:00; Fr 14:00-24:00; Sa 11:00-24:00",
  ramadan: "Mo-Su 16:30-02:00",
  note: "The kitchen closes an hour earlier",
} as const;

/** Facts from the owner of two restaurants, and from staff. */
export const factEvents = (
  callers: Callers,
  staff: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] => [
  { daysAgo: 18, run: () => ownerRecords(callers, registered) },
  { daysAgo: 9, run: () => staffRecord(callers, staff) },
];

async function ownerRecords(callers: Callers, registered: Registered): Promise<void> {
  const { pois, facts } = partnerOf(callers, registered, "grill");
  const [lakeside, ...others] = (await pois.mine({})).items;
  if (lakeside)
    await facts.save({
      id: lakeside.id,
      hours: GRILL_HOURS,
      alcohol: false,
      slaughter: "hand",
      parking: true,
    });
  for (const { id } of others)
    await facts.save({
      ...{ id, hours: "Mo-Sa 08:00-20:00; Su off", alcohol: false, prayerRoom: true },
      parking: "Free lot behind the building",
    });
}

/** Masjids with their Friday prayers, and a restaurant that has moved into another one. */
async function staffRecord(callers: Callers, { admin }: SampleStaff): Promise<void> {
  const { pois, facts } = callers.staff(admin).admin;
  const masjids = await pois.list({ category: "mosque", limit: 12 });
  for (const [n, { id }] of masjids.items.entries())
    await facts.save({
      ...{ id, hours: "Mo-Su 05:00-22:30", womensSpace: true, wudu: true, parking: n % 2 === 0 },
      jumuah: n % 3 === 0 ? ["13:15", "14:15"] : ["13:30"],
    });
  const [first, second, ...more] = (await pois.list({ category: "restaurant", limit: 30 })).items.slice(10);
  if (first && second)
    await facts.save({ id: first.id, hours: "Mo-Su 11:00-21:00", closed: { movedTo: second.id } });
  for (const { id } of more)
    await facts.save({ id, hours: "Mo-Th 11:00-21:00; Fr-Sa 13:30-23:00; Su off", alcohol: false });
}
