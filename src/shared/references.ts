/** Short words that are hard to confuse, because references are read out on the phone. */
const WORDS = [
  "amber apple arch basil beacon birch bread bridge brook candle canyon cedar cherry clover cloud compass",
  "copper coral cotton dawn delta desert dove ember falcon fern fig forest fountain garden ginger harbor",
  "hazel honey horizon indigo island ivory jasmine lake lantern lemon lily linen maple marble meadow mint",
  "moon mountain olive orange orchard palm pearl pepper pine pomegranate river rose saffron sage sand star",
]
  .join(" ")
  .split(" ");

const NUMBERS = 10_000;

const MAX_ATTEMPTS = 10;

/** Inserts a row with a new reference. `insert` returns undefined if the reference is taken; then another one is tried. */
export async function insertWithReference<Row>(
  insert: (reference: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = await insert(newReference());
    if (row) return row;
  }
  throw new Error("found no unused reference");
}

/** A random reference such as "OLIVE-HARBOR-4821", one of 90 million. */
function newReference(): string {
  const [first = 0, second = 0, number = 0] = crypto.getRandomValues(new Uint32Array(3));
  const word = (at: number) => (WORDS[at % WORDS.length] ?? "").toUpperCase();
  return `${word(first)}-${word(second)}-${String(number % NUMBERS).padStart(4, "0")}`;
}
