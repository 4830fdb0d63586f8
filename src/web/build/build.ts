import { findPages } from "../../builds/pages.ts";
import { makeServerBundle } from "../../builds/server-bundle.ts";
import { readEnv, SettingError } from "../../env.ts";

/**
 * Builds the pages and bundles the server ahead of a start, for an image, and prints the folder of the pages.
 * `build.ts pages` builds the pages alone.
 */

try {
  const onlyPages = process.argv[2] === "pages";
  const [pages, isBundled] = await Promise.all([
    findPages(readEnv(), console.error),
    onlyPages || makeServerBundle(),
  ]);
  if (!isBundled) console.error("The server was not bundled, as its folder is read-only.");
  console.log(pages);
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}
