import type { Category } from "../../../shared/places/places.ts";
import { isMistyped, lacksVowels } from "../../../shared/spelling/edit-distance.ts";
import { foldedWords, skeleton } from "../../../shared/spelling/spelling.ts";

const skeletons = (text: string): readonly string[] => text.split(" ").map(skeleton);

/** Words for the kind of a place, which tell none from the others of its kind. */
export const KIND_WORDS: Readonly<Record<Category, readonly string[]>> = {
  restaurant: skeletons("restaurant cafe cafes coffee grill kitchen diner bistro eatery cuisine"),
  mosque: skeletons("masjid islamic muslim center society association foundation community organization"),
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
]);
/** Dishes that a restaurant has, whether or not its name says so. */
const DISHES = new Set(
  skeletons(
    "burger burgers pizza shawarma kabab gyro gyros falafel humus biryani karahi nihari haleem samosa tandoori naan " +
      "paratha curry chai mandi kabsa kofta manakish taco tacos wings chicken steak sushi ramen noodles sandwich " +
      "sandwiches wrap wraps bbq barbecue breakfast brunch lunch dinner dessert desserts icecream baklava",
  ),
);
const MIN_MISTYPED_KIND = 6; // letters
/** Legal forms, countries, and words for where one is. */
export const FILLERS: ReadonlySet<string> = new Set(
  "llc inc incorporated corp corporation co company ltd limited lp llp usa canada near nearby me".split(" "),
);

/** Whether any place here may have the word, folded, though its name has not: halal, a dish, a legal form. */
export const isTrueOfAny = (word: string): boolean =>
  FILLERS.has(word) || GENERAL_WORDS.has(skeleton(word)) || DISHES.has(skeleton(word));

/** The word for a kind of place that this is, perhaps with a typing error; null if it is none. */
export function kindWord(word: string): string | null {
  const plain = skeleton(word);
  if (KINDS.has(plain) || GENERAL_WORDS.has(plain)) return plain;
  if (word.length < MIN_MISTYPED_KIND && !lacksVowels(word)) return null;
  return [...KINDS.keys()].find((each) => isMistyped(plain, each)) ?? null;
}

/** The kind of place that the last word for one among these, folded, tells of; null if none does. */
export const kindOf = (words: readonly string[]): Category | null =>
  words.map((word) => KINDS.get(kindWord(word) ?? "") ?? null).findLast((kind) => kind !== null) ?? null;

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
}

export function askedKindOf(query: string): AskedKind {
  const typed = foldedWords(query);
  const isGeneral = (word: string) => GENERAL_WORDS.has(skeleton(word));
  const words = typed.filter((word) => !isGeneral(word));
  const own = words.filter((word) => kindWord(word) === null);
  const areDishes = own.every((word) => DISHES.has(skeleton(word)));
  return {
    category: kindOf(words) ?? (own.length > 0 && areDishes ? "restaurant" : null),
    isWhole: words.every((word) => WHOLE_CATEGORY.has(kindWord(word) ?? word)),
    isKindOnly: areDishes,
    isFood: typed.some(isGeneral),
    words,
    own,
  };
}
