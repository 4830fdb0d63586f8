/**
 * Segments of a JPEG or chunks of a PNG. Cameras and scanners write a few thousand at most; a file with more is made to
 * waste time (docs/security.md UPL-02).
 */
export const MAX_SEGMENTS = 10_000;

/** A picture without its metadata. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Uint8Array[];
  /** The bytes after the end marker. */
  readonly rest: Uint8Array;
}

/** Collects what stays of a file, in order. Adjacent ranges become one slice. */
export class KeptParts {
  readonly #parts: Uint8Array[] = [];
  #from = 0;
  #to = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** Keeps the bytes from position `from` up to, but not including, `to`. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  insert(part: Uint8Array): void {
    this.#flush();
    this.#from = this.#to;
    this.#parts.push(part);
  }

  all(): readonly Uint8Array[] {
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#to > this.#from) this.#parts.push(this.bytes.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
