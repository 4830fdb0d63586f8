/** A picture taken apart; null from its cleaner where it is none. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Uint8Array[];
  /** What stands behind its end. */
  readonly rest: Uint8Array;
}
