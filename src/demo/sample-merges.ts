import type { StaffPrincipal } from "../core/rpc/context.ts";
import type { Callers } from "./callers.ts";
import type { SampleEvent } from "./events.ts";

const CORNER = {
  city: "Dearborn",
  state: "MI",
  category: "restaurant",
  latitude: 42.3129,
  longitude: -83.2136,
} as const;
const MERGED = [
  { ...CORNER, name: "Sahara Shawarma (Sample)", address: "7800 Schaefer Rd", phone: "3135550142" },
  { ...CORNER, name: "Sahara Grill House (Sample)", address: "7800 Schaefer Road", latitude: 42.3131 },
] as const;
const TWINS = [
  { ...CORNER, name: "Al-Basha Sweets (Sample)", address: "7811 Schaefer Rd", latitude: 42.3136 },
  { ...CORNER, name: "Albasha Sweets (Sample)", address: "7813 Schaefer Rd", longitude: -83.2129 },
] as const;

const MISTAKE = { ...CORNER, name: "Test Kitchen (Sample)", address: "7890 Schaefer Rd" } as const;

/**
 * An admin adds five places on one corner, merges two that are one, deletes one that was a mistake, and leaves two that look
 * alike.
 */
export function mergeEvents(
  callers: Callers,
  { admin }: { readonly admin: StaffPrincipal },
): readonly SampleEvent[] {
  const { pois } = callers.staff(admin).admin;
  return [
    {
      daysAgo: 6.2,
      async run() {
        const added = [];
        for (const place of MERGED) added.push(await pois.create(place));
        for (const place of TWINS) await pois.create(place);
        const [kept, duplicate] = added;
        if (kept && duplicate) await pois.merge({ id: kept.id, duplicateId: duplicate.id });
        const { id } = await pois.create(MISTAKE);
        await pois.delete({ id });
      },
    },
  ];
}
