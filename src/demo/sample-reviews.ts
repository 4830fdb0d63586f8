import type { Callers } from "./callers.ts";
import type { SampleEvent, SampleStaff } from "./events.ts";
import { SAMPLE_FILES, type SampleFile, uploadAll } from "./sample-files.ts";
import { type PartnerKey, partnerOf, type Registered } from "./sample-partners.ts";

const APPROVED = { decision: "approved", reason: "proof_sufficient", notes: "Thank you. (Sample.)" } as const;
const UNREADABLE = {
  decision: "rejected",
  reason: "documents_unreadable",
  notes: "The second page is cut off. (Sample.)",
} as const;
const DUPLICATE = {
  decision: "rejected",
  reason: "duplicate_place",
  notes: "It is listed under its full name. (Sample.)",
} as const;

const STATEMENT = "I manage this restaurant; its license names me. (Invented.)";

interface SampleCase<Decision> {
  readonly by: PartnerKey;
  readonly daysAgo: number;
  /** Absent while it is pending. */
  readonly decision?: Decision & { readonly daysAgo: number };
}

interface SampleClaim extends SampleCase<typeof APPROVED | typeof UNREADABLE> {
  /** The index among the first restaurants. */
  readonly restaurant: number;
  readonly files?: readonly SampleFile[];
}

interface SampleRequest extends SampleCase<typeof APPROVED | typeof DUPLICATE> {
  readonly name: string;
  readonly category: "grocery" | "mosque" | "restaurant" | "retail";
}

const CLAIMS: readonly SampleClaim[] = [
  { by: "grill", restaurant: 0, daysAgo: 40, decision: { ...APPROVED, daysAgo: 37.5 } },
  { by: "grill", restaurant: 1, daysAgo: 25, decision: { ...APPROVED, daysAgo: 20.8 } },
  { by: "grill", restaurant: 2, daysAgo: 12, decision: { ...UNREADABLE, daysAgo: 8.3 } },
  { by: "grill", restaurant: 3, daysAgo: 1, files: [SAMPLE_FILES.lease] },
  { by: "foods", restaurant: 3, daysAgo: 2, files: [SAMPLE_FILES.license, SAMPLE_FILES.lease] },
  { by: "foods", restaurant: 4, daysAgo: 33, decision: { ...APPROVED, daysAgo: 29.2 } },
  { by: "sweets", restaurant: 5, daysAgo: 11 },
  { by: "repairs", restaurant: 6, daysAgo: 4 },
  { by: "closed", restaurant: 7, daysAgo: 60 },
];

const REQUESTS: readonly SampleRequest[] = [
  { by: "grill", name: "Crescent Street Bakery (sample)", category: "grocery", daysAgo: 2.1 },
  {
    by: "grill",
    name: "Old Mill Prayer Room (sample)",
    category: "mosque",
    daysAgo: 20,
    decision: { ...DUPLICATE, daysAgo: 12.5 },
  },
  {
    by: "grill",
    name: "Crescent Street Grill, Lakeside (sample)",
    category: "restaurant",
    daysAgo: 30.2,
    decision: { ...APPROVED, daysAgo: 25.1 },
  },
  { by: "sweets", name: "Second Star Diner (sample)", category: "restaurant", daysAgo: 9 },
  { by: "repairs", name: "Harbor Halal Tailors (sample)", category: "retail", daysAgo: 3 },
];

const ADDRESS = {
  address: "41 Invented Avenue",
  city: "Toronto",
  state: "ON",
  zipCode: "M5V 2T6",
  phone: "5550100177",
} as const;
const POSITION = { latitude: 43.64, longitude: -79.39 } as const;

/** Claims on the first restaurants of the directory, pending and decided. */
export function claimEvents(
  callers: Callers,
  { manager }: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] {
  const { admin } = callers.staff(manager);
  const { reviews } = admin;
  const restaurants: string[] = [];
  const choose = async () => {
    const { items } = await admin.pois.list({ category: "restaurant", limit: CLAIMS.length });
    restaurants.push(...items.map(({ id }) => id));
  };
  const claims = CLAIMS.flatMap(({ by, restaurant, daysAgo, decision, files = [] }) => {
    const submit = async () => {
      const documents = [STATEMENT, ...(await uploadAll(callers, registered, by, files))];
      const { claims } = partnerOf(callers, registered, by);
      return claims.submit({ poiId: restaurants[restaurant] ?? "", documents });
    };
    return caseEvents(
      daysAgo,
      submit,
      decision && { ...decision, run: (id) => reviews.decideClaim({ id, ...decision }) },
    );
  });
  return [{ daysAgo: 80, run: choose }, ...claims];
}

/** Requests for places that the directory lacks, pending and decided. */
export function requestEvents(
  callers: Callers,
  { manager }: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] {
  const { reviews } = callers.staff(manager).admin;
  return REQUESTS.flatMap(({ by, name, category, daysAgo, decision }) => {
    const submit = () => partnerOf(callers, registered, by).requests.submit({ name, category, ...ADDRESS });
    return caseEvents(
      daysAgo,
      submit,
      decision && { ...decision, run: (id) => reviews.decideRequest({ id, ...POSITION, ...decision }) },
    );
  });
}

/** The submission of a case and, where there is one, its decision. */
function caseEvents(
  daysAgo: number,
  submit: () => Promise<{ readonly id: string }>,
  decision: { readonly daysAgo: number; readonly run: (id: string) => Promise<unknown> } | undefined,
): readonly SampleEvent[] {
  let id = "";
  const submitted = {
    daysAgo,
    async run() {
      ({ id } = await submit());
    },
  };
  return decision ? [submitted, { daysAgo: decision.daysAgo, run: () => decision.run(id) }] : [submitted];
}
