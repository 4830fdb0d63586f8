/** Shows a place, or the list without an id. The route validates its search params, so any object is safe here. */
export const withPlace = (id: string | undefined) => (before: object) => ({ ...before, place: id });
