import type { z } from "zod";
import type { duplicatesInput } from "../../../../modules/ownership/requests/schema.ts";
import { trpc } from "../../../lib/api.tsx";

const MAX_SHOWN = 3; // more would hide the form

/** A listed place; `owner` is null if it could not be loaded. */
export interface Duplicate {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly owner: "nobody" | "oneself" | "another" | null;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city?: string;
  readonly state?: string;
}

/** Finds possible duplicates of the requested place. A failed search does not block the request: staff check too. */
export function useDuplicates() {
  const utils = trpc.useUtils();

  async function withOwner({ id, name, ...where }: Listed): Promise<Duplicate> {
    const address = [where.address, where.city, where.state].filter(Boolean).join(", ");
    const place = await utils.partner.pois.get.fetch({ id }, { staleTime: 0 }).catch(() => null);
    if (!place) return { id, name, address, owner: null };
    const owner = place.isOwned ? "oneself" : place.ownerId === null ? "nobody" : "another";
    return { id, name, address, owner };
  }

  const detailed = (listed: readonly Listed[]) => Promise.all(listed.slice(0, MAX_SHOWN).map(withOwner));

  async function lookFor({ name, address, city, state }: z.input<typeof duplicatesInput>) {
    const asked = { name, address, city, state };
    return detailed(await utils.partner.requests.duplicates.fetch(asked, { staleTime: 0 }).catch(() => []));
  }

  return { lookFor, detailed } as const;
}
