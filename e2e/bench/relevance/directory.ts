import { join } from "node:path";
import { Chance } from "../../../src/demo/sample-directory.ts";
import type { NewPlace } from "../../../src/modules/places/service.ts";
import { CATEGORIES, type Category } from "../../../src/shared/places/places.ts";
import { foldedWords, skeleton } from "../../../src/shared/spelling/spelling.ts";

/** Queries: those that rules were made after, and the last ones that were run before a rule was made for them. */
export const LISTS = ["queries.tsv", "held-out.tsv"] as const;

/** The lines of a list, each split at its tabs. */
export const linesOf = async (file: string): Promise<readonly (readonly string[])[]> =>
  (await Bun.file(join(import.meta.dir, file)).text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

const EMPTY = { phone: "", website: "", subcategory: "", halalCertificate: "" };

/** The places that queries ask for, among `count` others with like names. The same ones for the same seed. */
export async function directory(count: number, seed: number): Promise<readonly NewPlace[]> {
  const asked = (await linesOf("places.tsv")).map(askedPlace);
  const chance = new Chance(seed);
  const lists = await Promise.all(LISTS.map(linesOf));
  const typed = lists.flat().map(([, text = ""]) => text);
  const taken = new Set([...asked.map(({ name }) => name), ...typed].map(heardAs));
  const others: NewPlace[] = [];
  while (others.length < count) {
    const [known, city] = [chance.one(asked), chance.one(asked)];
    const place = others.length % 3 === 0 ? namesakeOf(known, chance) : anyPlace(chance);
    if (taken.has(heardAs(place.name)) || known.city === city.city) continue;
    const { state } = city;
    const zipCode = nextTo(city.zipCode);
    const address = `${100 + chance.below(9_000)} ${wordFor("street", place.category, chance)}`;
    others.push({ ...EMPTY, ...place, address, city: city.city, state, zipCode });
  }
  return [...asked, ...others];
}

type Named = Pick<NewPlace, "name" | "category">;

function askedPlace([
  name = "",
  address = "",
  city = "",
  state = "",
  zipCode = "",
  kind = "",
  phone = "",
  subcategory = "",
]: readonly string[]): NewPlace {
  const category = CATEGORIES.find((each) => each === kind);
  if (category === undefined) throw new Error(`${name} has no category`);
  return { ...EMPTY, name, address, city, state, zipCode, category, phone, subcategory };
}

/** Another postal code of about the same area. */
const nextTo = (code: string): string => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

/** Names that sound alike are one: which of two is right, no one could say. */
const heardAs = (name: string): string =>
  foldedWords(name.replace(/\(.*/, ""))
    .map(skeleton)
    .filter((word) => word.length > 1 && !["the", "and", "of", "al"].includes(word))
    .toSorted()
    .join(" ");

/** A place in another city that has a word of this one's name. */
function namesakeOf({ name, category }: NewPlace, chance: Chance): Named {
  const words = name.split(/[\s-]/).filter((word) => word.length > 3);
  const word = words[chance.below(words.length)] ?? name;
  const kind = chance.one(KINDS[category]);
  const other = wordFor("own", category, chance);
  return { name: chance.one([`${word} ${other} ${kind}`, `${other} ${word}`, `${word} ${kind}`]), category };
}

function anyPlace(chance: Chance): Named {
  const category = CATEGORIES[chance.among([0.5, 0.25, 0.15, 0.05, 0.05])] ?? "restaurant";
  const name = chance
    .one(FORMS[category])
    .replaceAll(/\{(\w+)\}/g, (_, part: string) => wordFor(part, category, chance));
  return { name, category };
}

function wordFor(part: string, category: Category, chance: Chance): string {
  if (part === "number") return String(2 + chance.below(98));
  return chance.one(part === "kind" ? KINDS[category] : (WORDS[part] ?? []));
}

const list = (text: string): readonly string[] => text.split("|");

// biome-ignore format: lists of words
const WORDS: Readonly<Record<string, readonly string[]>> = {
  street: list("Main St|Oak Ave|5th Ave|Michigan Ave|Broadway|Dixie Hwy|Hillcroft St|Devon Ave|Warren Ave|Brookhurst St|Dundas St W|Eglinton Ave E|Maple Rd|Third St|St Clair Ave|Martin Luther King Jr Blvd"),
  own: list("Noor|Nour|Rahman|Rahmat|Salaam|Huda|Taqwa|Furqan|Iman|Ikhlas|Falah|Hidayah|Bilal|Quba|Aqsa|Madina|Makkah|Zamzam|Safa|Marwa|Hira|Badr|Firdaus|Jannat|Kawthar|Tawheed|Sunnah|Sahaba|Siddiq|Fatima|Aisha|Khadija|Maryam|Hamza|Jafar|Abbas|Usman|Yasin|Rayyan|Mubarak|Karam|Shifa|Waris|Baraka|Bismillah|Mashallah|Sham|Yafa|Petra|Tigris|Nile|Atlas|Marrakech|Beirut|Aleppo|Lahore|Karachi|Peshawar|Kashmir|Dhaka|Sylhet|Kabul|Herat|Bukhara|Samarkand|Anadolu|Bosfor|Sarajevo|Mostar|Mogadishu|Hargeisa|Asmara"),
  person: list("Ahmed|Ahmad|Mohamed|Muhammad|Yusuf|Youssef|Ibrahim|Ismail|Hassan|Hussein|Omar|Ali|Karim|Rashid|Samir|Tariq|Zain|Adam|Mustafa|Mehmet|Emir|Abdi|Warsame|Rahim|Shahid|Imran|Faisal|Nadia|Layla|Amira"),
  english: list("Crescent|Olive|Saffron|Cedar|Golden|Silk Road|Royal|Star|Green|Family|Fresh|Best|Garden|Spice|Sunrise|River|Capital|Corner|Village|Prime|Oasis|Lucky|Blue|Urban|Downtown"),
  dish: list("Shawarma|Kabob|Kebab|Biryani|Pizza|Burger|Falafel|Gyro|Chicken|Tikka|Nihari|Karahi|Doner|Cevapi|Baklava|Chai|Wings|Tacos|Mandi|Pho|Ramen|Suya|Sambusa"),
};

const KINDS: Readonly<Record<Category, readonly string[]>> = {
  restaurant: list(
    "Grill|Kitchen|Restaurant|Halal Restaurant|Cafe|House|Express|Palace|Corner|Pizza|Halal Grill|BBQ",
  ),
  mosque: list(
    "Masjid|Mosque|Islamic Center|Musalla|Center|Jami|Islamic Society|Islamic Foundation|Muslim Association",
  ),
  grocery: list("Market|Halal Meat|Grocery|Foods|Supermarket|Bazaar|Halal Market|Butcher Shop"),
  services: list("Travel|Tax Services|Auto Repair|Barber Shop|Academy|Funeral Home"),
  retail: list("Books|Boutique|Fashion|Gifts|Jewelers"),
};

const FORMS: Readonly<Record<Category, readonly string[]>> = {
  restaurant: list(
    "{own} {kind}|{own} {dish}|{person}'s {dish}|{english} {dish} {kind}|The {english} {kind}|{dish} & {dish}|{dish}-N-{dish}|" +
      "{own} {dish} {kind}|{number} {dish}|{english} {kind}|{dish} {kind}|{dish} {kind} #{number}|{own} Lokantası|Restoran {own}|{dish} by {person}",
  ),
  mosque: list(
    "Masjid {own}|Masjid Al-{own}|{own} Islamic Center|Islamic Center of {english} Valley|Masjid-e-{own}|Jamia Masjid {own}|Masjid {person} bin {person}|" +
      "Musalla {own}|Darul {own}|Dar Al-{own}|{own} Camii|Islamska Zajednica {own}|Muslim Community of {english} County|Masjid {person}|Baitul {own}|St. {english} Musalla",
  ),
  grocery: list(
    "{own} {kind}|{english} {kind}|{person} & Sons {kind}|{own} {english} {kind}|{own} {kind} LLC|{person}'s {kind}",
  ),
  services: list("{own} {kind}|{person} {kind}|{english} {kind} Inc"),
  retail: list("{own} {kind}|{english} {kind}|{person}'s {kind}"),
};
