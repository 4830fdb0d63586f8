/** The button that shows and hides the filters. */
export const filtersLabel = (set: number): string => (set > 0 ? `Filters (${set})` : "Filters");

export const HELD = {
  label: ({ added, gone }: { readonly added: number; readonly gone: readonly unknown[] }) => {
    if (added === 0 && gone.length === 0) return "Show the new order";
    if (gone.length === 0) return `${added} new: show ${added === 1 ? "it" : "them"}`;
    if (added === 0) return `${gone.length} no longer here: update`;
    return `${added} new, ${gone.length} no longer here: update`;
  },
} as const;
