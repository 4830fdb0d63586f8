/** A picture without its metadata. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Uint8Array[];
  /** The bytes after its end marker. */
  readonly rest: Uint8Array;
}
