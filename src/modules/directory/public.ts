/**
 * What the public sees of places and cities, what visitors report about places, and which
 * places they miss. Neither moves a tier by itself.
 */

export { placeReports } from "./reports/table.ts";
export { placeSuggestions } from "./suggestions/table.ts";
