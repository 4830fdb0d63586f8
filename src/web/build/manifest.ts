import type { SessionCookie } from "../page-files.ts";

export interface PageFile {
  /** In the router's pattern language. */
  readonly path: string;
  readonly file: string;
  /** False for pages that no cache may keep. */
  readonly stored: boolean;
  /** Sent instead to a browser without this cookie. */
  readonly signIn?: {
    readonly file: string;
    readonly cookie: SessionCookie;
    readonly exceptQuery?: string | undefined;
  };
}

/** Tells the server what was built; written as `manifest.json` next to the files. */
export interface WebManifest {
  /** Of every input, the brand and the public URL. */
  readonly hash: string;
  readonly pages: readonly PageFile[];
  /** The file of the sheet that every page has. */
  readonly stylesheet: string;
  /** The file of the 404 page. */
  readonly notFound: string;
}

export const MANIFEST = "manifest.json";
