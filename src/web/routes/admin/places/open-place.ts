/** Shows a place, or the list without an id. */
export const withPlace = (id: string | undefined) => (before: object) => ({ ...before, place: id });
