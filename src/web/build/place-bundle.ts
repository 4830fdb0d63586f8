import { resolve } from "node:path";
import { headOf, scriptless } from "./document.ts";

/** What the server renders pages about places with; these files have no address. */
export const PLACES = { module: "server/places.js", document: "server/places.html" } as const;

/** The document without scripts, with its style sheet and the marks of what `createPlaceDocuments` inserts. */
export const placeTemplate = (template: string, stylesheet: string): string =>
  scriptless(template).replace("<!--head-->", () => `${headOf([stylesheet])}<!--head-->`);

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
