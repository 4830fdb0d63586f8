import type { Database, Tx } from "../db/client.ts";
import { days, hours } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";
import { paymentRows, pledgeRows } from "./sample-gifts.ts";
import { PLACES_WANTED, partnerRows, type SeededPlace } from "./sample-partners.ts";
import { type SamplePlace, samplePlaces } from "./sample-places.ts";

const SIGNUPS = 320;
const PLACES = 2_000;
const PLACES_SEED = 7; // any: the same places every time
const PERIOD = days(60);

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
];
const SECOND_PARTS = ["Sample", "Example", "Invented", "Madeup", "Specimen", "Pretend", "Demo", "Trial"];
const BUSINESSES = [
  ["Olive Branch Bakery (sample)", "grocery", "Columbus", "OH"],
  ["Crescent Street Grill (sample)", "restaurant", "New York", "NY"],
  ["Lantern Modest Wear (sample)", "fashion", "Chicago", "IL"],
  ["Saffron & Sons Catering (sample)", "restaurant", "Houston", "TX"],
  ["Minaret Web Services (sample)", "services", "Toronto", "ON"],
  ["Date Palm Market (sample)", "grocery", "Dearborn", "MI"],
] as const;

/** An account of the sample data: who it is and the hash of its password. */
export interface SampleAccount {
  readonly name: string;
  readonly passwordHash: string;
}

/** Puts places in so that they are found. */
type InsertPlaces = (tx: Tx, places: Iterable<SamplePlace>, now: Date) => Promise<void>;

/** Fills an empty database with invented people and places, for a look around. Nobody's real address is among them. */
export async function seedDemo(
  db: Database,
  staff: readonly (SampleAccount & { readonly role: string })[],
  partner: SampleAccount & { readonly email: string },
  now: Date,
  insertPlaces: InsertPlaces,
  closedHash: string,
): Promise<void> {
  await insert(
    db,
    "staff_users",
    staff.map((each) => staffRow(each, now)),
  );
  const own = partnerRow(partner, now);
  await insert(db, "partners", [own]);
  await insert(
    db,
    "waitlist_signups",
    Array.from({ length: SIGNUPS }, (_, index) => signupRow(index, now)),
  );
  await insert(
    db,
    "partnership_inquiries",
    BUSINESSES.map((_, index) => inquiryRow(index, now)),
  );
  await insert(db, "payments", paymentRows(now));
  await insert(db, "pledges", pledgeRows(now));
  const places = samplePlaces(PLACES, PLACES_SEED);
  await db.transaction((tx) => insertPlaces(tx, places, now), { timeoutMs: 0 });
  await seedPartners(db, { id: String(own.id), name: partner.name }, closedHash, now);
}

/** Claims and requests in every state, on the first restaurants by name. */
async function seedPartners(
  db: Database,
  own: { readonly id: string; readonly name: string },
  closedHash: string,
  now: Date,
): Promise<void> {
  const places = await db.query<SeededPlace & Row>(
    "select id, name from pois where category = 'restaurant' order by name, id limit $1",
    [PLACES_WANTED],
  );
  const { owners, ...tables } = partnerRows(own, places, closedHash, now);
  for (const [table, rows] of Object.entries(tables)) await insert(db, table, rows);
  await db.query(
    "update pois set owner_id = o.partner from jsonb_to_recordset($1::jsonb) as o (poi text, partner text) where id = o.poi",
    [JSON.stringify(owners)],
  );
}

type Row = Readonly<Record<string, unknown>>;

/** The columns are those of the first row; the database reads each by its own type. */
async function insert(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  const statement = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
  await db.query(statement, [JSON.stringify(rows)]);
}

const timesOf = (now: Date) => ({ created_at: now, updated_at: now });

const staffRow = ({ name, passwordHash, role }: SampleAccount & { role: string }, now: Date): Row => ({
  id: randomId(),
  username: name,
  username_key: name,
  email: `${name}@example.org`,
  password_hash: passwordHash,
  role,
  is_active: true,
  mfa_enabled: false,
  ...timesOf(now),
});

const partnerRow = ({ name, email, passwordHash }: SampleAccount & { email: string }, now: Date): Row => ({
  id: randomId(),
  email,
  email_key: email,
  password_hash: passwordHash,
  business_name: name,
  contact_name: "Yusuf Example",
  phone: "5550100199",
  is_verified: true,
  ...timesOf(now),
});

/** More people came of late than at the beginning. */
function signupRow(index: number, now: Date): Row {
  const first = FIRST_NAMES[index % FIRST_NAMES.length];
  const second = SECOND_PARTS[Math.floor(index / FIRST_NAMES.length) % SECOND_PARTS.length];
  const email = `${first}.${second}.${index + 1}@example.com`.toLowerCase();
  const age = PERIOD * (1 - index / SIGNUPS) ** 1.6 + hours(index % 7);
  return {
    id: randomId(),
    first_name: `${first} ${second}`,
    email,
    email_key: email,
    is_beta_tester: index % 3 === 0,
    quarantined: false,
    consent_wording: "waitlist-1",
    created_at: new Date(now.getTime() - age),
  };
}

function inquiryRow(index: number, now: Date): Row {
  const [business, type, city, state] = BUSINESSES[index] ?? BUSINESSES[0];
  const name = FIRST_NAMES[index] ?? "Amina";
  const email = `${name}@business-${index + 1}.example.org`.toLowerCase();
  const at = new Date(now.getTime() - days(index * 7) - hours(5));
  return {
    id: randomId(),
    business_name: business,
    contact_name: `${name} Example`,
    email,
    email_key: email,
    phone: `55501001${String(10 + index)}`,
    website: `https://business-${index + 1}.example.org`,
    business_type: type,
    city,
    state,
    message: "This is an invented inquiry.\nPlease tell us how to be listed.",
    added_by: index % 3 === 2 ? "admin" : "user",
    quarantined: false,
    created_at: at,
    updated_at: at,
  };
}
