import type { Deps } from "../../core/rpc/context.ts";

/** What a signup keeps of a city that a person wrote: the text itself, and the city that it means, if that is clear. */
export function cityColumns({ state }: Deps, text: string) {
  return text === ""
    ? { city: null, cityId: null }
    : { city: text, cityId: state.gazetteer.meaning(text)?.id ?? null };
}
