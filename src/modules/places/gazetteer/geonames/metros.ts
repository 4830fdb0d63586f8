import { distance, type Point } from "../../../../shared/places/places.ts";

export interface MetroCandidate extends Point {
  readonly id: number;
  readonly country: string;
  readonly population: number;
}

const REACH = 50; // km
const REACH_OF_LARGE = 75;
const LARGE = 2_000_000; // people

const MIN_POPULATION = 75_000;
/** Where the next metro is further away than this, in km, a smaller city makes one. */
const REMOTE = 150;
const MIN_POPULATION_REMOTE = 10_000;

const reachOf = ({ population }: MetroCandidate): number => (population >= LARGE ? REACH_OF_LARGE : REACH);

/**
 * The id of each city's metro, which is the id of the metro's main city. The cities are sorted by population, the largest
 * first. A city is the main city of a metro if no larger main city of its country reaches it (50 km, 75 km from 2 million
 * people) and it has 75,000 people, or 10,000 where no metro is within 150 km. All others belong to the nearest main city
 * of their country that reaches them; without one, to the nearest.
 */
export function metrosOf(cities: readonly MetroCandidate[]): ReadonlyMap<number, number> {
  const mains: MetroCandidate[] = [];
  for (const city of cities) {
    if (city.population < MIN_POPULATION_REMOTE) break;
    if (isMain(city, mains)) mains.push(city);
  }
  return new Map(cities.map((city) => [city.id, mainOf(city, mains).id]));
}

function isMain(city: MetroCandidate, larger: readonly MetroCandidate[]): boolean {
  const own = larger.filter(({ country }) => country === city.country);
  if (own.some((main) => distance(main, city) <= reachOf(main))) return false;
  return city.population >= MIN_POPULATION || own.every((main) => distance(main, city) > REMOTE);
}

function mainOf(city: MetroCandidate, mains: readonly MetroCandidate[]): MetroCandidate {
  let best = city;
  let [bestReaches, bestDistance] = [false, Number.POSITIVE_INFINITY];
  for (const main of mains) {
    if (main.country !== city.country) continue;
    if (main.id === city.id) return main;
    const away = distance(main, city);
    const reaches = away <= reachOf(main);
    if (reaches === bestReaches ? away < bestDistance : reaches)
      [best, bestReaches, bestDistance] = [main, reaches, away];
  }
  return best;
}
