import type { Place } from "../../../modules/places/schema.ts";

/** A place to claim; the dialog shows its address if known. */
export interface Claimable {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
}

export const claimable = ({ id, name, address, city, state }: Place): Claimable => ({
  id,
  name,
  address: `${address}, ${city}, ${state}`,
});
