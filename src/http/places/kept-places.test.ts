import { expect, test } from "bun:test";
import type { PublicPlace } from "../../modules/evidence/public/schema.ts";
import { createKeptPlaces } from "./kept-places.ts";

const PLACE = { id: "noor", name: "Noor Grill" } as PublicPlace; // nothing else is read here

test("requests that arrive together share one read, and a visitor whose own read is refused fails alone", async () => {
  const placeOf = createKeptPlaces(
    async () => "1",
    () => new Date(0),
  );
  let reads = 0;
  const refused = async () => Promise.reject(new Error("too many requests"));
  const read = async () => {
    reads += 1;
    return PLACE;
  };
  const [first, second, third] = await Promise.all([
    placeOf("noor", refused).catch(({ message }: Error) => message),
    placeOf("noor", read),
    placeOf("noor", read),
  ]);
  expect([first, second?.place, third?.place]).toEqual(["too many requests", PLACE, PLACE]);
  expect([reads, (await placeOf("noor", refused))?.place]).toEqual([1, PLACE]);
});
