export interface PageFile {
  /** In the router's pattern language. */
  readonly path: string;
  readonly file: string;
  /** False for pages that no cache may keep. */
  readonly stored: boolean;
}

/** What the build tells the server about itself; kept as `manifest.json` beside the files. */
export interface WebManifest {
  /** Of every input, the brand and the public address: the same hash, the same files. */
  readonly hash: string;
  readonly pages: readonly PageFile[];
  /** The file of the 404 page. */
  readonly notFound: string;
}

export const MANIFEST = "manifest.json";
