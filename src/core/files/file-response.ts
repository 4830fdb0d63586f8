/** A file that somebody gave us, on its way out. */
export interface FileResponse {
  /** As its owner called it; text only. */
  readonly name: string;
  readonly contentType: string;
  /** Shown by the browser, or kept as a file. */
  readonly inline: boolean;
  readonly bytes: AsyncIterable<Uint8Array>;
}
