/**
 * The push of places to the main database: one run at a time, fenced, resumed where it was killed, and undone.
 */

export { tryMainDatabase } from "./main-database/service.ts";
export { stats, syncHealth } from "./queries.ts";
export { rememberPlaceIds, requeueAllPlaces } from "./service.ts";
export { deleteOldImages, forgetOldImages, previewOldImages } from "./undo/service.ts";
