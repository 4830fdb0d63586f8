import { readEnv, SettingError } from "../env.ts";
import { findPages } from "./pages.ts";

/** Builds the pages ahead of a start, for an image, and prints their folder. */

try {
  console.log(await findPages(readEnv(), console.error));
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}
