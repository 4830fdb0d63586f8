import { distance, type Point } from "../../../../shared/places/places.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { onlyStateOf } from "../../import/dialects.ts";
import { type Fields, isText, textOr } from "./source.ts";

/** From the middle of a city, as far as a place without a city of its own counts as in it. docs/limits.md */
const CITY_WITHIN = 25; // km

/** Fields with clear values, and a city and a state that are missing by the postal code, else by the position. */
export function withCityAndState(fields: Fields, gazetteer: Gazetteer): Fields {
  if (isText(fields.city) && isText(fields.state)) return fields;
  const own = textOr(fields.state) || onlyStateOf(textOr(fields.zipCode));
  const city = cityOf(fields, own, gazetteer);
  const found = { city: city?.name, state: own || city?.state };
  return {
    ...fields,
    ...(!isText(fields.city) && { city: found.city }),
    ...(!isText(fields.state) && { state: found.state || undefined }),
  };
}

/** The city that a postal code or a position is in; of the state, if that is known. */
function cityOf(fields: Fields, state: string, gazetteer: Gazetteer) {
  const ofCode = isText(fields.zipCode) ? gazetteer.meaning(textOr(fields.zipCode)) : null;
  if (ofCode && (state === "" || ofCode.state === state)) return ofCode;
  const point = pointOf(fields);
  const nearest = point && gazetteer.nearest(point, state || undefined);
  return nearest && distance(point, nearest) <= CITY_WITHIN ? nearest : null;
}

function pointOf({ latitude, longitude }: Fields): Point | null {
  if (!isText(latitude) || !isText(longitude)) return null;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  const isOnEarth = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
  return isOnEarth ? point : null;
}
