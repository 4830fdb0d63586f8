import { days, hours } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";

/** A place as the sample claims need it. */
export interface SeededPlace {
  readonly id: string;
  readonly name: string;
}

type Row = Readonly<Record<string, unknown>>;

export interface PartnerRows {
  readonly partners: readonly Row[];
  readonly poi_claims: readonly Row[];
  readonly poi_requests: readonly Row[];
  /** Which partner has which place. */
  readonly owners: readonly { readonly poi: string; readonly partner: string }[];
}

/** How many places `partnerRows` wants. */
export const PLACES_WANTED = 12;

const OTHERS = [
  ["Bayt al-Khayr Foods (sample)", "Salma Example", true],
  ["Second Star Sweets (sample)", "Omar Pretend", true],
  ["Medina Repairs (sample)", "Nadia Madeup", false],
  ["Blue Tile Books (sample)", "Tariq Specimen", false],
  ["Juniper Halal Meats (sample)", "Rahma Invented", false],
] as const;

/**
 * Partners, claims and requests in every state around one partner whose account a person opens. `closedHash` is of a
 * password that nobody knows: the other accounts are not for signing in.
 */
export function partnerRows(
  own: { id: string; name: string },
  places: readonly SeededPlace[],
  closedHash: string,
  now: Date,
): PartnerRows {
  const others = OTHERS.map(([name, contact, isVerified], index) => ({
    id: randomId(),
    name,
    row: { contact_name: contact, is_verified: isVerified, created_at: before(now, days(30 + 9 * index)) },
  }));
  const [second, third, fourth] = others;
  const place = (n: number): SeededPlace => places[n] ?? { id: randomId(), name: "Sample place" };
  const decided = (hoursAgo: number) => ({
    reviewed_at: before(now, hours(hoursAgo)),
    reviewed_by: "partner-manager",
  });
  const claim = (
    n: number,
    who: { id: string; name: string } | undefined,
    daysAgo: number,
    more: Row = {},
  ): Row => ({
    id: randomId(),
    poi_id: place(n).id,
    poi_name: place(n).name,
    partner_id: who?.id ?? null,
    partner_name: who?.name ?? "A partner that is gone (sample)",
    documents: ["I run this place; the licence hangs beside the door. (Invented.)"],
    status: "pending",
    notes: "",
    submitted_at: before(now, days(daysAgo) + hours(n)),
    reason: null,
    reviewed_at: null,
    reviewed_by: null,
    ...more,
  });
  const approved = { status: "approved", reason: "proof_sufficient", notes: "Thank you. (Sample.)" };
  const rejected = {
    status: "rejected",
    reason: "documents_unreadable",
    notes: "The second page is cut off. (Sample.)",
  };
  return {
    partners: others.map(({ id, name, row }) => accountRow(id, name, { ...row, password_hash: closedHash })),
    poi_claims: [
      claim(0, own, 40, { ...approved, ...decided(900) }),
      claim(1, own, 25, { ...approved, ...decided(500) }),
      claim(2, own, 12, { ...rejected, ...decided(200) }),
      claim(3, own, 1),
      claim(3, second, 2),
      claim(4, second, 33, { ...approved, ...decided(700) }),
      claim(5, third, 11),
      claim(6, fourth, 4),
      claim(7, undefined, 60, { ...rejected, reason: "partner_deleted", notes: "", ...decided(1_300) }),
    ],
    poi_requests: [
      requestRow(own, now, { name: "Crescent Street Bakery (sample)", category: "grocery", daysAgo: 2 }),
      requestRow(own, now, {
        name: "Old Mill Prayer Room (sample)",
        category: "mosque",
        daysAgo: 20,
        decision: {
          status: "rejected",
          reason: "duplicate_place",
          notes: "It is listed under its full name. (Sample.)",
          ...decided(300),
        },
      }),
      requestRow(own, now, {
        name: place(8).name,
        category: "restaurant",
        daysAgo: 30,
        decision: { status: "approved", reason: "proof_sufficient", poi_id: place(8).id, ...decided(600) },
      }),
      requestRow(third, now, { name: place(9).name, category: "restaurant", daysAgo: 9 }),
      requestRow(fourth, now, { name: "Harbour Halal Tailors (sample)", category: "retail", daysAgo: 3 }),
    ],
    owners: [
      { poi: place(0).id, partner: own.id },
      { poi: place(1).id, partner: own.id },
      { poi: place(8).id, partner: own.id },
      { poi: place(4).id, partner: second?.id ?? own.id },
    ],
  };
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

function accountRow(id: string, name: string, row: Row): Row {
  const email = `${name.split(" ")[0]?.toLowerCase()}.${id.slice(0, 6)}@example.org`;
  return {
    id,
    email,
    email_key: email,
    business_name: name,
    phone: "5550100123",
    updated_at: row.created_at,
    ...row,
  };
}

interface Wish {
  readonly name: string;
  readonly category: string;
  readonly daysAgo: number;
  readonly decision?: Row;
}

function requestRow(who: { id: string; name: string } | undefined, now: Date, wish: Wish): Row {
  return {
    id: randomId(),
    partner_id: who?.id ?? null,
    partner_name: who?.name ?? "A partner that is gone (sample)",
    name: wish.name,
    address: "41 Invented Avenue",
    city: "Toronto",
    state: "ON",
    zip_code: "M5V 2T6",
    phone: "5550100177",
    website: "",
    category: wish.category,
    subcategory: "",
    halal_certificate: "",
    status: "pending",
    reason: null,
    notes: "",
    submitted_at: before(now, days(wish.daysAgo)),
    reviewed_at: null,
    reviewed_by: null,
    poi_id: null,
    ...wish.decision,
  };
}
