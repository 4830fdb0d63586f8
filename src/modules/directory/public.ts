/**
 * What the public sees of places and cities, what visitors report about places, and which
 * places they miss. Neither moves a tier by itself.
 */

export { reportCounts } from "./reports/queries.ts";
export { placeReports } from "./reports/table.ts";
export { suggestionCounts } from "./suggestions/queries.ts";
export { placeSuggestions } from "./suggestions/table.ts";
