import type { MainRow } from "./matching.ts";

const BANDS_PER_DEGREE = 1_000; // per degree of latitude: 111 m each, so that 50 m touch at most two
const ROWS_MAX = 100_000; // rows; a longer dry run drops the oldest, which bounds memory

/**
 * The main rows that a batch has matched to a local place or will insert for one, in their new state, which is not in
 * the database yet. A further place that matches one of them is the second one.
 */
export class RowReservations {
  readonly #bands = new Map<number, Map<string, MainRow>>();
  readonly #order = new Map<string, number>();

  /** All within 50 m, and some others. */
  near(latitude: number): readonly MainRow[] {
    const middle = bandOf(latitude);
    return [-1, 0, 1].flatMap((offset) => [...(this.#bands.get(middle + offset)?.values() ?? [])]);
  }

  add(main: MainRow & { readonly latitude: number }): void {
    this.#forget(main.id);
    const band = bandOf(main.latitude);
    const rows = this.#bands.get(band) ?? new Map<string, MainRow>();
    rows.set(main.id, main);
    this.#bands.set(band, rows);
    this.#order.set(main.id, band);
    const [oldest] = this.#order.keys();
    if (this.#order.size > ROWS_MAX && oldest !== undefined) this.#forget(oldest);
  }

  has(id: string): boolean {
    return this.#order.has(id);
  }

  of(id: string): MainRow | undefined {
    const band = this.#order.get(id);
    return band === undefined ? undefined : this.#bands.get(band)?.get(id);
  }

  #forget(id: string): void {
    const band = this.#order.get(id);
    if (band === undefined) return;
    this.#order.delete(id);
    const rows = this.#bands.get(band);
    rows?.delete(id);
    if (rows?.size === 0) this.#bands.delete(band);
  }
}

const bandOf = (latitude: number): number => Math.floor(latitude * BANDS_PER_DEGREE);
