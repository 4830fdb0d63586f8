import { keepPreviousData } from "@tanstack/react-query";
import { minutes } from "../../../../shared/duration.ts";
import type { Category } from "../../../../shared/places/places.ts";
import { trpc } from "../../../lib/api.tsx";

const STALE_AFTER = 300; // milliseconds
const CACHED_FOR = minutes(5);

export const FIRST_PAGE = 50;
export const MAX_RESULTS = 100;

interface SearchInput {
  readonly query: string;
  readonly city: string;
  readonly category: Category | undefined;
  readonly limit: number;
}

/** Matching places, best first, from one character on. Outdated responses are dropped. */
export function useSearchResults({ query, city, category, limit }: SearchInput) {
  return trpc.partner.pois.search.useQuery(
    { query, city, category: category ?? "all", limit },
    {
      enabled: query !== "",
      staleTime: STALE_AFTER,
      gcTime: CACHED_FOR,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    },
  );
}
