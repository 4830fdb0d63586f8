/** Short words that sound like nothing else among them, for a reference that people say on the phone. */
const WORDS = [
  "amber apple arch basil beacon birch bread bridge brook candle canyon cedar cherry clover cloud compass",
  "copper coral cotton dawn delta desert dove ember falcon fern fig forest fountain garden ginger harbor",
  "hazel honey horizon indigo island ivory jasmine lake lantern lemon lily linen maple marble meadow mint",
  "moon mountain olive orange orchard palm pearl pepper pine pomegranate river rose saffron sage sand star",
]
  .join(" ")
  .split(" ");

const NUMBERS = 10_000;

/** A new reference such as "OLIVE-HARBOR-4821": forty million of them, so whoever stores one asks for another if taken. */
export function newReference(): string {
  const [first = 0, second = 0, number = 0] = crypto.getRandomValues(new Uint32Array(3));
  const word = (at: number) => (WORDS[at % WORDS.length] ?? "").toUpperCase();
  return `${word(first)}-${word(second)}-${String(number % NUMBERS).padStart(4, "0")}`;
}
