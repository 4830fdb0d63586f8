/** An uploaded file as a response. */
export interface FileResponse {
  /** The name that the uploader gave it. */
  readonly name: string;
  readonly contentType: string;
  /** True if the browser shows it, false if it downloads it. */
  readonly inline: boolean;
  readonly bytes: AsyncIterable<Uint8Array>;
}
