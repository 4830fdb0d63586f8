import { basic } from "../accounts.ts";
import type { TestApp } from "../app.ts";

type Properties = Readonly<Record<string, unknown>>;

export const GRILL = {
  ...{ id: "g1", name: "Noor Grill", address: "12 Main St", city: "Dearborn", state: "MI", zipCode: "48126" },
  ...{ phone: "3135550100", website: "https://noor.example", category: "restaurant" },
};
export const MARKET = {
  ...{ id: "g2", name: "Cedar Market", address: "77 Elm St", city: "Dearborn", state: "MI" },
  category: "grocery",
};
export const MASJID = {
  ...{ id: "g3", name: "Masjid Rahma", address: "5 Oak St", city: "Toledo", state: "OH" },
  category: "mosque",
};

/** A row that may be `GRILL`, and may be its neighbor. */
export const LIKE_GRILL = {
  ...GRILL,
  ...{
    id: "g9",
    name: "Noor Grill & Sweets",
    address: "14 Main St",
    phone: "",
    website: "",
    point: [-83.2, 42.3],
  },
};

/** A GeoJSON file with these features; `point` is the position. */
export const featuresOf = (rows: readonly Properties[]): string =>
  JSON.stringify({
    type: "FeatureCollection",
    features: rows.map(({ point = null, id, ...properties }) => ({
      type: "Feature",
      id,
      geometry: point && { type: "Point", coordinates: point },
      properties,
    })),
  });

/** Sends a file to an app, as a staff member. */
export const sendIntake = (app: TestApp, rows: readonly Properties[] | string, query = "", who = "admin") =>
  app.send(`POST /api/admin/intakes?source=geojson${query}`, {
    raw: typeof rows === "string" ? rows : featuresOf(rows),
    headers: { ...basic(who), "Content-Type": "application/geo+json" },
  });

type Count = "new" | "same" | "changed" | "gone" | "unsure" | "refused";

export const intakeCounts = (given: Partial<Record<Count, number>>) => ({
  ...{ new: 0, same: 0, changed: 0, gone: 0, unsure: 0, refused: 0 },
  ...given,
});
