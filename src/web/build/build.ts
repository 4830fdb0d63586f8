import { findPages } from "../../builds/pages.ts";
import { makeServerBundle } from "../../builds/server-bundle.ts";
import { readEnv, SettingError } from "../../env.ts";

/** Builds the pages and bundles the server ahead of a start, for an image, and prints the folder of the pages. */

try {
  const [pages] = await Promise.all([findPages(readEnv(), console.error), makeServerBundle()]);
  console.log(pages);
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}
