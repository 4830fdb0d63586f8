/** A public address about places. */
export type PlaceRoute =
  | { readonly kind: "search" }
  | { readonly kind: "page" | "badge" | "card" | "report"; readonly id: string };

const PATH = /^\/places(?:\/([^/]+)(?:\/(badge\.svg|card\.png|report))?)?$/;
const KINDS: Readonly<Record<string, "badge" | "card" | "report">> = {
  "badge.svg": "badge",
  "card.png": "card",
  report: "report",
};

/** Undefined for other paths, and for the start of the search, which the build has rendered. */
export function placeRouteOf(path: string, request: Pick<Request, "url">): PlaceRoute | undefined {
  const match = path.startsWith("/places") ? PATH.exec(path) : null;
  if (!match) return undefined;
  const [, id, file] = match;
  if (id === undefined) return request.url.includes("?") ? { kind: "search" } : undefined;
  return { kind: (file === undefined ? undefined : KINDS[file]) ?? "page", id };
}
