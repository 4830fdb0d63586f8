export const FILTERS = "Filters";

export const HELD = {
  label: ({ added, gone }: { readonly added: number; readonly gone: readonly unknown[] }) => {
    if (added === 0 && gone.length === 0) return "Show the new order";
    if (gone.length === 0) return `${added} new: show ${added === 1 ? "it" : "them"}`;
    if (added === 0) return `${gone.length} no longer here: update`;
    return `${added} new, ${gone.length} no longer here: update`;
  },
} as const;
