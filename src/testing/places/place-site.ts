import type { Site } from "../../http/sockets/server.ts";
import { DEFAULT_BRAND } from "../../shared/brand.ts";
import { createServerPages } from "../../web/build/server-pages.tsx";
import { noSite } from "../app.ts";

const TEMPLATE = "<!doctype html><html><head><!--head--></head><body><!--app--></body></html>";

/** A site whose pages about places are rendered as in production, without a build. */
export const placeSite = (): Site => {
  const documents = createServerPages(TEMPLATE, {
    brand: DEFAULT_BRAND,
    publicUrl: "http://localhost:3000",
  });
  return {
    ...noSite,
    respond: () => new Response("Page Not Found", { status: 404 }),
    pages: () => Promise.resolve(documents),
  };
};
