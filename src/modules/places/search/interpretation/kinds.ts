import type { Category } from "../../../../shared/places/places.ts";
import { isMistyped, lacksVowels } from "../../../../shared/spelling/edit-distance.ts";
import { significantPartsOf, skeleton } from "../../../../shared/spelling/spelling.ts";

const skeletons = (text: string): readonly string[] => text.split(" ").map(skeleton);

/** What people look for a masjid for. */
const PRAYERS = skeletons("pray prayer prayers jumua namaz tarawih khutbah");
/** Words for the kind of a place, which tell none from the others of its kind. */
export const KIND_WORDS: Readonly<Record<Category, readonly string[]>> = {
  restaurant: skeletons("restaurant cafe cafes coffee grill kitchen diner bistro eatery cuisine"),
  mosque: [
    ...skeletons("masjid islamic muslim center society association foundation community organization"),
    ...PRAYERS,
  ],
  grocery: skeletons("grocery groceries market supermarket mart meat meats butcher foods"),
  services: skeletons("service services"),
  retail: skeletons("shop shops store stores"),
};
const KINDS: ReadonlyMap<string, Category> = new Map(
  (Object.keys(KIND_WORDS) as Category[]) // the keys of a record of categories
    .flatMap((kind) => KIND_WORDS[kind].map((word) => [word, kind])),
);
const GENERAL_WORDS = new Set(skeletons("halal zabiha food place places"));
/** Of these, those that mean the whole category, and not some of its names. */
const WHOLE_CATEGORY = new Set([
  ...GENERAL_WORDS,
  ...skeletons("restaurant restaurants masjid grocery groceries service services shop shops store stores"),
  ...PRAYERS,
]);
/** A prayer that a masjid holds, whatever its name. */
const NAMED_PRAYER =
  /\b(?:friday|eid|fajr|dhuhr|zuhr|asr|maghrib|isha)\s+(?=(?:prayers?|salah|salat|namaz|khutbah?)\b)/giu;
/** Where the food of a place is from, which its name seldom says. */
const CUISINES = new Set(
  skeletons(
    "lebanese syrian palestinian jordanian iraqi yemeni egyptian moroccan algerian tunisian libyan sudanese saudi arabic " +
      "mediterranean persian turkish kurdish afghan pakistani indian bangladeshi kashmiri hyderabadi nepali uzbek uyghur " +
      "chinese malaysian indonesian thai burmese vietnamese japanese korean somali ethiopian eritrean nigerian senegalese " +
      "african caribbean jamaican bosnian albanian balkan italian greek mexican american bakery butcher sweets",
  ),
);
/** Dishes that a restaurant has, whether or not its name says so. */
const DISHES = new Set(
  skeletons(
    "burger burgers pizza shawarma kabab gyro gyros falafel humus biryani karahi nihari haleem samosa tandoori naan " +
      "paratha curry chai mandi kabsa kofta manakish taco tacos wings chicken steak sushi ramen noodles sandwich " +
      "sandwiches wrap wraps bbq barbecue breakfast brunch lunch dinner dessert desserts icecream baklava",
  ),
);
/** Of a bookstore as of a masjid. */
const AMBIGUOUS = new Set(["islamic", "muslim"]);
const MIN_MISTYPED_KIND = 6; // letters
/** Legal forms, countries, and words for where one is. */
export const FILLERS: ReadonlySet<string> = new Set(
  "llc inc incorporated corp corporation co company ltd limited lp llp usa canada near nearby me".split(" "),
);

/** Whether any place here may have the word, folded, though its name has not: halal, a dish, a legal form. */
export const isTrueOfAny = (word: string): boolean =>
  FILLERS.has(word) || isGeneral(word) || DISHES.has(skeleton(word));

/** Whether the word says no more than that halal food is meant. */
export const isGeneral = (word: string): boolean => GENERAL_WORDS.has(skeleton(word));

/** The word for a kind of place that this is, perhaps with a typing error; null if it is none. */
export function kindWord(word: string): string | null {
  const plain = skeleton(word);
  if (KINDS.has(plain) || GENERAL_WORDS.has(plain)) return plain;
  if (word.length < MIN_MISTYPED_KIND && !lacksVowels(word)) return null;
  return [...KINDS.keys()].find((each) => isMistyped(plain, each)) ?? null;
}

/** The kind of place that the last word for one among these, folded, tells of; null if none does. */
export function kindOf(words: readonly string[]): Category | null {
  const kinds = words.flatMap((word) => KINDS.get(kindWord(word) ?? "") ?? []);
  return kinds.findLast((kind) => kind !== "retail") ?? kinds.at(-1) ?? null; // a coffee shop is none
}

/** What a query asks for, apart from where. */
export interface AskedKind {
  /** The kind of place that its words mean; null for any. */
  readonly category: Category | null;
  /** Whether it means all places of a kind, and not those of a name. */
  readonly isWhole: boolean;
  /** Whether places that have the kind of food in no name are meant too. */
  readonly isKindOnly: boolean;
  /** Whether it asks for halal food: then a masjid or a bookshop is not meant. */
  readonly isFood: boolean;
  /** Without the words that are true of any place here. */
  readonly words: readonly string[];
  /** Of these, the words that tell places from others of their kind. */
  readonly own: readonly string[];
  /** Words that a subcategory may have. */
  readonly subcategory: readonly string[];
  readonly hasCuisine: boolean;
}

export function askedKindOf(query: string): AskedKind {
  const typed = significantPartsOf(query.replace(NAMED_PRAYER, "")).flatMap((part) => part.words);
  const isPrayer = (word: string) => PRAYERS.includes(skeleton(word));
  const isAnyPrayer = typed.some(isPrayer) && typed.every((word) => isPrayer(word) || isGeneral(word));
  const words = isAnyPrayer ? ["masjid"] : typed.filter((word) => !isGeneral(word));
  const own = words.filter((word) => kindWord(word) === null);
  const areDishes = own.every((word) => DISHES.has(skeleton(word)));
  const isWholeCategory = (word: string) => WHOLE_CATEGORY.has(kindWord(word) ?? word);
  return {
    category:
      kindOf(own.length > 0 ? words.filter((word) => !AMBIGUOUS.has(word)) : words) ??
      (own.length > 0 && areDishes ? "restaurant" : null),
    isWhole: words.every(isWholeCategory),
    isKindOnly: areDishes,
    isFood: typed.some(isGeneral),
    words,
    own,
    subcategory: own.length > 0 ? own : words.filter((word) => !isWholeCategory(word)),
    hasCuisine: own.some((word) => CUISINES.has(skeleton(word))),
  };
}
