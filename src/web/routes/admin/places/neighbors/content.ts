export const NEIGHBORS = {
  title: "Neighbors",
  failed: "The neighbors could not be loaded",
  none: "No other place is within 200 m, and none in the city looks alike.",
  noPosition: "Without coordinates no map can be drawn. These places in the city look alike.",
  alike: "Looks alike",
  away: (meters: number | null) =>
    meters === null ? "in the same city" : `${meters.toLocaleString("en-US")} m`,
  merge: "Merge",
  mergeWith: (name: string) => `Merge with ${name}`,
} as const;
