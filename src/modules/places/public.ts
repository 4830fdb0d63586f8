/**
 * Places and what is said about them: fields, facts, the gazetteer, search, import, duplicates and merges. Tells the modules
 * above what happens to a place (`offers.ts`). A place is locked before it is changed.
 */

export {
  assignCities,
  assignCitiesAgain,
  countKindsOfCity,
  countPlacesByCity,
  placesOfCity,
} from "./cities.ts";
export { deletePlace } from "./deletion.ts";
export { comparedOnSpot, type MatchAnswer, type OnSpot } from "./duplicates/match.ts";
export { findSamePlace, isSamePlace, likelyDuplicates, likelyPlaces } from "./duplicates/queries.ts";
export { factsOf } from "./facts/queries.ts";
export { saveOwnerFacts } from "./facts/service.ts";
export { placeFacts } from "./facts/table.ts";
export type { City } from "./gazetteer/columns.ts";
export { GAZETTEER_VERSION } from "./gazetteer/gazetteer.ts";
export { precisionOfCity } from "./intake/precision/queries.ts";
export { filesAmong, placeProvenance } from "./intake/provenance.ts";
export { filesCallingHalal, sourceSignsOf } from "./intake/queries.ts";
export { intakes, placeMatches, placeSources } from "./intake/table.ts";
export {
  canonicalPlaceOf,
  hasMergedOwned,
  isOfPlace,
  type Merge,
  mergedInto,
  mergedWithShortId,
  mergesAmong,
} from "./merge/queries.ts";
export { mergedPlaces, placeMerges } from "./merge/table.ts";
export type { PlaceRecords, SourceGone, TierDeps, TieredPlace } from "./offers.ts";
export { setOwner } from "./owner.ts";
export { timesOf } from "./prayer/queries.ts";
export type { PrayerDay, PrayerTimes } from "./prayer/schema.ts";
export { prayerStatements } from "./prayer/table.ts";
export { placeNameOf, withCurrentPlaces } from "./queries.ts";
export { kindOf } from "./search/interpretation/kinds.ts";
export {
  alreadyClaimed,
  assignOwner,
  changesBy,
  createPlace,
  lockPlace,
  type NewPlace,
  provenanceNow,
  type StoredTier,
  setTier,
  updatePlace,
} from "./service.ts";
export {
  holdPlaces,
  markFailed,
  markSynced,
  requeueSynced,
  restoreFailure,
  retryFailed,
} from "./sync-state.ts";
export { currentPois, poiReference } from "./table.ts";
