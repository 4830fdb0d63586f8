import type { Partner } from "../../../modules/partners/schema.ts";
import type { Bulk } from "../../blocks/bulk/bulk.ts";
import { act } from "../../blocks/copy-command/acts.ts";
import type { FilterValues } from "../../blocks/resource-list/list-params.ts";
import { trpc } from "../../lib/api.tsx";
import { BULK_PARTNERS as WORDS } from "./content.ts";
import type { partnerParams } from "./list-search-params.ts";
import { useRefreshPartners } from "./use-refresh-partners.ts";

/** What can be done with selected partners. */
export function useBulk(): Bulk<Partner, FilterValues<typeof partnerParams.filters>> {
  const { partnerManager } = trpc.useUtils();
  const verify = trpc.partnerManager.partners.verifyMany.useMutation();
  const invite = trpc.partnerManager.partners.inviteMany.useMutation();
  const remove = trpc.partnerManager.partners.deleteMany.useMutation();
  const refresh = useRefreshPartners();
  return {
    nameOf: ({ businessName }) => businessName,
    one: "partner",
    many: "partners",
    select: async (values, count) => (await partnerManager.partners.select.fetch({ ...values, count })).ids,
    refresh,
    acts: [
      {
        ...WORDS.verify,
        command: (ids) => act("partnerManager.partners.verifyMany", { ids: [...ids] }),
        send: (ids) => verify.mutateAsync({ ids: [...ids] }),
      },
      {
        ...WORDS.invite,
        command: (ids) => act("partnerManager.partners.inviteMany", { ids: [...ids] }),
        send: (ids) => invite.mutateAsync({ ids: [...ids] }),
      },
      {
        ...WORDS.delete,
        destructive: true,
        undoable: true,
        command: (ids) => act("partnerManager.partners.deleteMany", { ids: [...ids] }),
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}
