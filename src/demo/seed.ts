import type { StaffPrincipal } from "../core/rpc/context.ts";
import { days } from "../shared/duration.ts";
import { randomId } from "../shared/id.ts";
import { STAFF_ROLES, type StaffRole } from "../shared/people/accounts.ts";
import { dayIn } from "../shared/places/days.ts";
import { type Callers, createCallers, type SampleConfig } from "./callers.ts";
import { runEvents, type SampleEvent, type SampleStaff } from "./events.ts";
import { directoryEvents } from "./sample-directory.ts";
import { certificateOf, SAMPLE_FILES, uploadAll } from "./sample-files.ts";
import { PARTNERS, type PartnerKey, partnerEvents, partnerOf, type Registered } from "./sample-partners.ts";
import { claimEvents, requestEvents } from "./sample-reviews.ts";
import { giftEvents, inquiryEvents, joinWaitlist, pledgeEvents } from "./sample-visitors.ts";

const STAFF_SINCE_DAYS = 90;
const PASSWORD_CHARACTERS = 16;

/** An account of the sample data to sign in with. */
export interface SampleAccount {
  readonly role: StaffRole | "partner";
  /** A username; a partner's e-mail address. */
  readonly login: string;
  readonly password: string;
}

/**
 * Fills an empty database with three months of invented people, places and gifts up to `now`, through the procedures
 * of the product. Returns one account of each role.
 */
export async function seedDemo(config: SampleConfig, now: Date): Promise<readonly SampleAccount[]> {
  const callers = createCallers(config);
  const accounts = STAFF_ROLES.map((role) => accountOf(role, role.replace("_", "-")));
  const partner = accountOf("partner", PARTNERS.grill.email);
  const staff = await callers.at(new Date(now.getTime() - days(STAFF_SINCE_DAYS)), () =>
    Promise.all(accounts.map((account) => createStaff(callers, account, now))),
  );
  const [admin, , manager] = staff;
  if (!admin || !manager) throw new Error("a staff role has no account");
  const team = { admin, manager };
  const registered: Registered = new Map();
  const events = [
    ...directoryEvents(callers, team),
    ...partnerEvents(callers, team, registered, partner.password),
    ...claimEvents(callers, team, registered),
    ...requestEvents(callers, team, registered),
    ...reportEvents(callers, team, registered),
    ...ownershipEvents(callers, registered),
    ...certificateEvents(callers, team, registered),
    ...mergeEvents(callers, team),
    ...factEvents(callers, team, registered),
    ...inquiryEvents(callers, team),
    ...giftEvents(callers),
    ...pledgeEvents(callers, team),
    { daysAgo: 60, run: () => callers.staff(team.admin).admin.cities.setBar({ bar: 50 }) },
  ];
  await joinWaitlist(callers, now);
  await runEvents(callers, events, now);
  await callers.operator.admin.cities.count();
  return [...accounts, partner];
}

function accountOf<Role extends SampleAccount["role"]>(role: Role, login: string) {
  return { role, login, password: randomId().slice(0, PASSWORD_CHARACTERS) };
}

async function createStaff(
  { operator }: Callers,
  { role, login, password }: ReturnType<typeof accountOf<StaffRole>>,
  now: Date,
): Promise<StaffPrincipal> {
  const account = { username: login, email: `${login}@example.org`, role, password };
  const { id } = await operator.admin.users.create(account);
  const authentication = { sessionId: null, authenticatedAt: now, usedPasskey: false, isService: false };
  return { kind: "staff", id, name: login, role, mfaEnabled: true, ...authentication };
}

const BOUGHT = "I bought this restaurant in spring; the lease is in my name. (Sample.)";

/** The owner to sign in with renames a place, and does not answer a partner who asks for another one. */
function ownershipEvents(callers: Callers, registered: Registered): readonly SampleEvent[] {
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

const TYPED = { issuer: "Sample Halal Council", number: "SHC-3004" } as const;
const VALID_DAYS = 360;

/** Two owners send new certificates: one waits to be recorded, the other one for its second reading. */
function certificateEvents(
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
    return { poiId: place?.id ?? "", fileId };
  };
  return [
    { daysAgo: 2.7, run: () => send("grill") },
    {
      daysAgo: 3.4,
      async run() {
        const { poiId, fileId } = await send("foods");
        const { issuers, evidence } = callers.staff(admin).admin;
        const [issuer] = await issuers.list({ q: TYPED.issuer });
        const dates = { validFrom: dayFromToday(-5), validUntil };
        const read = { issuerId: issuer?.id ?? "", number: TYPED.number, fileId };
        await evidence.add({ id: poiId, kind: "certificate", ...read, ...dates });
      },
    },
  ];
}

const dayFromToday = (n: number): string => dayIn("UTC", new Date(Date.now() + days(n)));

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
function mergeEvents(
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
function reportEvents(
  callers: Callers,
  { manager }: SampleStaff,
  registered: Registered,
): readonly SampleEvent[] {
  const { submit } = callers.visitor.public.reports;
  const { reviews } = callers.staff(manager).admin;
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

const GRILL_HOURS = {
  week: "Su-Th 11:00-22:00; Fr 14:00-24:00; Sa 11:00-24:00",
  ramadan: "Mo-Su 16:30-02:00",
  note: "The kitchen closes an hour earlier",
} as const;

/** Facts from the owner of two restaurants, and from staff. */
const factEvents = (callers: Callers, staff: SampleStaff, registered: Registered): readonly SampleEvent[] => [
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

const RULES_SINCE = "2026-01-01";

/** Iqamah as masjids say it; Maghrib is a few minutes after the adhan everywhere. */
const IQAMAH = [
  { prayer: "fajr", rule: "adhan + 20", from: RULES_SINCE },
  { prayer: "dhuhr", rule: "fixed 13:30", from: RULES_SINCE },
  { prayer: "asr", rule: "every 15 minutes, rounded up", from: RULES_SINCE },
  { prayer: "maghrib", rule: "adhan + 5", from: RULES_SINCE },
  { prayer: "isha", rule: "adhan + 10, every 15 minutes, rounded up", from: RULES_SINCE },
];
const FRIDAYS = [
  { time: "13:15", hall: "Main hall", language: "Arabic", from: RULES_SINCE },
  { time: "13:15", hall: "Gym", language: "English", from: RULES_SINCE },
  { time: "14:15", hall: "Main hall", language: "English", from: RULES_SINCE },
];
const SCHEDULED = 5; // masjids; the others show adhan and their facts alone

/** Masjids with their Friday prayers, and a restaurant that has moved into another one. */
async function staffRecord(callers: Callers, { admin }: SampleStaff): Promise<void> {
  const { pois, facts, prayer } = callers.staff(admin).admin;
  const masjids = await pois.list({ category: "mosque", limit: 12 });
  for (const [n, { id }] of masjids.items.entries())
    await facts.save({
      ...{ id, hours: "Mo-Su 05:00-22:30", womensSpace: true, wudu: true, parking: n % 2 === 0 },
      jumuah: n % 3 === 0 ? ["13:15", "14:15"] : ["13:30"],
    });
  for (const { id } of masjids.items.slice(0, SCHEDULED))
    await prayer.save({ id, iqamah: IQAMAH, jumuah: FRIDAYS });
  const [first, second, ...more] = (await pois.list({ category: "restaurant", limit: 30 })).items.slice(10);
  if (first && second)
    await facts.save({ id: first.id, hours: "Mo-Su 11:00-21:00", closed: { movedTo: second.id } });
  for (const { id } of more)
    await facts.save({ id, hours: "Mo-Th 11:00-21:00; Fr-Sa 13:30-23:00; Su off", alcohol: false });
}
