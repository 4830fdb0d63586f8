import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import { trpc } from "../../lib/api.tsx";
import type { Bulk } from "../bulk/bulk.ts";
import { act } from "../copy-command/acts.ts";
import type { FilterValues } from "../resource-list/list-params.ts";
import { BULK_INQUIRIES as WORDS } from "./content.ts";
import type { inquiryParams } from "./list-search-params.ts";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

/** What can be done with selected inquiries. */
export function useBulk(): Bulk<Inquiry, FilterValues<typeof inquiryParams.filters>> {
  const utils = trpc.useUtils();
  const remove = trpc.admin.partnerships.deleteMany.useMutation();
  const move = trpc.admin.partnerships.progressMany.useMutation();
  const refresh = useRefreshInquiries();
  return {
    nameOf: ({ businessName }) => businessName,
    one: "inquiry",
    many: "inquiries",
    select: async ({ type, ...values }, count) => {
      const matching = { ...values, businessType: type, count };
      return (await utils.admin.partnerships.select.fetch(matching)).ids;
    },
    refresh,
    acts: [
      {
        ...WORDS.close,
        command: (ids) => act("admin.partnerships.progressMany", { ids: [...ids], stage: "closed" }),
        send: (ids) => move.mutateAsync({ ids: [...ids], stage: "closed" }),
      },
      {
        ...WORDS.delete,
        destructive: true,
        undoable: true,
        command: (ids) => act("admin.partnerships.deleteMany", { ids: [...ids] }),
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}
