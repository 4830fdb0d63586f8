import { resolve } from "node:path";
import { headOf, scriptless } from "./document.ts";
import type { PageFile, Site } from "./manifest.ts";
import { createPlaceDocuments } from "./place-documents.tsx";

/** What the server renders pages about places with; these files have no address. */
export const PLACES = { module: "server/places.js", document: "server/places.html" } as const;

/** The document without scripts, with its style sheet and the marks of what `createPlaceDocuments` inserts. */
export const placeTemplate = (template: string, stylesheet: string): string =>
  scriptless(template).replace("<!--head-->", () => `${headOf([stylesheet])}<!--head-->`);

/** The search before anything is typed, the same for everyone. */
export const SEARCH_START: PageFile = { path: "/places", file: "places.html", stored: true };

export const searchStart = (template: string, site: Site): string =>
  createPlaceDocuments(template, site).search({ q: "", city: "", page: 1, found: null, error: null });

/** The renderer as one file, as React chooses its production build when it is bundled. */
export async function placeDocuments(): Promise<string> {
  const result = await Bun.build({
    entrypoints: [resolve(import.meta.dir, "place-documents.tsx")],
    target: "bun",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [module] = result.outputs;
  if (!module) throw new Error("The build made no renderer of places");
  return module.text();
}
