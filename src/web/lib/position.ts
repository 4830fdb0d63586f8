import { seconds } from "../../shared/duration.ts";

const LOCATED_WITHIN = seconds(15);
const DECIMALS = 3; // of degrees: about 100 m, as near as anyone needs to find lunch

/** Where the visitor is now, as `latitude,longitude`; null if they or the browser do not say. */
export function currentPosition(): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => resolve([coords.latitude, coords.longitude].map((each) => each.toFixed(DECIMALS)).join()),
    () => resolve(null),
    { timeout: LOCATED_WITHIN, maximumAge: 0 },
  );
  return promise;
}
