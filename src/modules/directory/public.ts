/**
 * What the public sees of places and cities, and what visitors report about places. A report moves no tier by itself.
 */

export { reportCounts } from "./reports/queries.ts";
export { placeReports } from "./reports/table.ts";
