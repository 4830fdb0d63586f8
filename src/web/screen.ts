import type { ComponentType } from "react";
import type { z } from "zod";
import type { Purpose } from "./kit/site/without-scripts.tsx";
import type { Page } from "./page-files.ts";

export interface Screen extends Page {
  readonly load: () => Promise<ComponentType>;
  /** What the screen keeps in the URL. */
  readonly search?: z.ZodType;
  /** Of a prerendered screen that shows data: the app does not wait for an interaction. */
  readonly scripts?: "enhance";
  /** The purpose of a screen that needs JavaScript, named in its no-script message. */
  readonly withoutScripts?: Purpose;
}
