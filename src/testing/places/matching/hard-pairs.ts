import type { Comparable } from "../../../modules/places/duplicates/likeness.ts";
import type { LabelledPair } from "./labelled-pairs.ts";

const TULSA = { city: "Tulsa", state: "OK", zipCode: "74103" };
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const HERE = at(36.15, -95.99);
const NEXT_DOOR = at(36.1502, -95.9901);
const ACROSS_TOWN = at(36.19, -95.93);

type Sides = readonly [one: Partial<Comparable>, other: Partial<Comparable>];
const entry = (fields: Partial<Comparable>): Comparable => ({
  ...{ name: "", address: "8 Ash St", category: "restaurant" },
  ...TULSA,
  ...fields,
});
const pairs = (
  kind: string,
  truth: LabelledPair["truth"],
  sides: readonly Sides[],
): readonly LabelledPair[] =>
  sides.map(([one, other]) => ({ kind, truth, one: entry(one), other: entry(other) }));

const masjid = (name: string, fields: Partial<Comparable> = {}) => ({ name, category: "mosque", ...fields });
const numbered = (name: string) => ({ name, phone: "9185550100", ...HERE });

/** Cases that a generator does not think of, written by hand. */
export const HARD_PAIRS: readonly LabelledPair[] = [
  ...pairs("hand: transliterations", "same", [
    [masjid("Masjid An-Nur", HERE), masjid("Al Noor Mosque", NEXT_DOOR)],
    [masjid("King Fahad Mosque"), masjid("Masjid King Fahd")],
    [masjid("Masjid Abu Bakr As-Siddiq", HERE), masjid("Abubakr Siddique Masjid", HERE)],
    [masjid("Masjid Uthman ibn Affan"), masjid("Othman bin Affan Mosque")],
    [masjid("Masjid Al-Mu'minun", HERE), masjid("Al-Mumineen Masjid", HERE)],
    [
      { name: "Shawarma Palace", ...HERE },
      { name: "Shwarma Palace", ...NEXT_DOOR },
    ],
    [{ name: "Bait Al Kabab" }, { name: "Bait Al-Kebab Restaurant" }],
    [
      { name: "Madina Halal Meat", category: "grocery" },
      { name: "Medina Halal Meats", category: "grocery" },
    ],
  ]),
  ...pairs("hand: names of one root", "different", [
    [masjid("Masjid Al-Rahmah"), masjid("Masjid Al-Rahman", { address: "900 Oak Rd" })],
    [masjid("Masjid Omar", HERE), masjid("Masjid Ammar", { ...ACROSS_TOWN, address: "77 Elm St" })],
    [masjid("Dar Elsalam Islamic Center"), masjid("Dar El-Eman Islamic Center", { address: "9 Elm St" })],
    [{ name: "Halal Guys 1" }, { name: "Halal Guys 2", address: "80 Elm St" }],
    [{ name: "Pizza Pizza" }, { name: "Olive Pizza", address: "10 Ash St" }],
  ]),
  ...pairs("hand: chains", "different", [
    [
      { name: "Crescent Chicken", website: "https://crescent.example", ...HERE },
      {
        name: "Crescent Chicken",
        website: "https://crescent.example",
        address: "900 Oak Rd",
        ...ACROSS_TOWN,
      },
    ],
    [
      { name: "Crescent Chicken", phone: "8005550100" },
      {
        name: "Crescent Chicken",
        phone: "8005550100",
        address: "12 Elm St",
        city: "Norman",
        zipCode: "73069",
      },
    ],
    [
      { name: "Crescent Chicken", address: "100 E Main St" },
      { name: "Crescent Chicken", address: "100 W Main St" },
    ],
    [
      { name: "Crescent Chicken", address: "15 5th St", ...HERE },
      { name: "Crescent Chicken", address: "15 5th Ave", ...ACROSS_TOWN },
    ],
  ]),
  ...pairs("hand: one address", "different", [
    [
      { name: "Saffron Grill #4", address: "8 Ash St #4" },
      { name: "Cedar Books", address: "8 Ash St #7", category: "retail" },
    ],
    [{ name: "Saffron Grill" }, { name: "Khyber Travel", category: "services" }],
    [
      masjid("Masjid Noor", { phone: "9185550100" }),
      { name: "Noor Academy", phone: "9185550100", category: "services" },
    ],
    [masjid("Masjid Noor", HERE), masjid("Noor Islamic School", HERE)],
    [masjid("Masjid Taqwa", HERE), { name: "Taqwa Market", category: "grocery", ...HERE }],
    [
      { name: "Noor Grill", phone: "9185550100" },
      { name: "Noor Market", phone: "9185550100", category: "grocery" },
    ],
    [{ name: "Tandoor Corner" }, { name: "Hall of Fame Burgers" }],
    [
      { name: "Sultan Kabab", website: "https://ashhall.example", ...HERE },
      { name: "Zamzam Juice", website: "https://ashhall.example", ...HERE },
    ],
  ]),
  ...pairs("hand: other numbers at one address", "different", [
    [numbered("Hall 19-1"), numbered("Hall 1-1")],
    [numbered("Hall 1-19"), numbered("Hall 19-1")],
    [numbered("Hall 191"), numbered("Hall 19-1")],
    [numbered("Olive Grill 1"), numbered("Olive Grill Two")],
    [numbered("Olive Grill II"), numbered("Olive Grill III")],
    [numbered("Olive Grill 1st Floor"), numbered("Olive Grill 2nd Floor")],
    [numbered("Olive Grill B1"), numbered("Olive Grill B2")],
    [numbered("Saffron Sumac Olive Grill"), numbered("Saffron Sumac Olive Grill 2")],
    [numbered("مطعم النور ١"), numbered("مطعم النور 2")],
  ]),
  ...pairs("hand: one number at one address", "same", [
    [numbered("Olive Grill 1"), numbered("Olive Grill One")],
    [numbered("Olive Grill No. 19"), numbered("Olive Grill #19")],
    [numbered("Olive Grill II"), numbered("Olive Grill 2")],
    [numbered("مطعم النور ١"), numbered("مطعم النور 1")],
  ]),
  ...pairs("hand: one place", "same", [
    [{ name: "Saffron", address: "Suite 200, 8 Ash Street" }, { name: "Saffron Restaurant" }],
    [
      { name: "Saffron Grill", ...HERE },
      { name: "SAFFRON GRILL INC.", address: "8 Ash St, Tulsa, OK 74103", ...NEXT_DOOR },
    ],
    [
      { name: "Saffron Grill", address: "100 W Main St" },
      { name: "Saffron Grill", address: "100 Main Street" },
    ],
    [
      { name: "Saffron & Sumac", phone: "9185550100" },
      { name: "Saffron and Sumac", phone: "9185550100" },
    ],
    [
      { name: "Oak Bakery", address: "1 Elm St" },
      { name: "Oak Bakery Tulsa", address: "One Elm Street" },
    ],
  ]),
  ...pairs("hand: to be looked at", "ask", [
    [
      { name: "Saffron Grill", phone: "9185550100", ...HERE },
      { name: "Saffron Grill", phone: "9185550100", address: "900 Oak Rd", ...ACROSS_TOWN },
    ],
    [
      { name: "Saffron Grill", phone: "9185550100" },
      { name: "Cedar House", phone: "9185550100" },
    ],
    [masjid("Masjid Noor", HERE), masjid("Islamic Society of Tulsa", HERE)],
    [
      { name: "Saffron Grill", address: "" },
      { name: "Saffron Grill", address: "", zipCode: "" },
    ],
  ]),
];
