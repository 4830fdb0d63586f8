import { type FileSource, SOURCE_TERMS } from "../../../../shared/places/sources.ts";

/** As staff choose them: two kinds of lists are told apart by their format. */
export const SOURCE_NAMES: Readonly<Record<FileSource, string>> = {
  overture: SOURCE_TERMS.overture.name,
  foursquare: SOURCE_TERMS.foursquare.name,
  osm: SOURCE_TERMS.osm.name,
  alltheplaces: SOURCE_TERMS.alltheplaces.name,
  geojson: "A list as GeoJSON",
  csv: "A list as CSV",
};

export const STATES = {
  planned: { name: "Planned", tone: "info" },
  applied: { name: "Applied", tone: "good" },
  undone: { name: "Undone", tone: "plain" },
} as const;
