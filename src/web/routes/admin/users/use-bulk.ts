import type { StaffUser, UsersChanged } from "../../../../modules/accounts/schema.ts";
import type { Bulk, BulkAct } from "../../../kit/records/bulk.ts";
import type { FilterValues } from "../../../kit/records/list-params.ts";
import { useUndoEach } from "../../../kit/records/use-undo-each.ts";
import { trpc } from "../../../lib/api.tsx";
import { BULK_USERS as WORDS } from "./content.ts";
import type { userParams } from "./list-search-params.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

/** What a super admin can do with selected accounts. */
export function useBulk(): Bulk<StaffUser, FilterValues<typeof userParams.filters>> {
  const utils = trpc.useUtils();
  const refresh = useRefreshUsers();
  const { activate, deactivate, setRole, update } = useCalls();
  const { keep, undoOf } = useUndoEach<UsersChanged["changed"][number]>({
    back: ({ id, role, isActive, updatedAt }) => update({ id, role, isActive, updatedAt }),
    refresh,
  });
  const bulkAct = (
    words: (typeof WORDS)[keyof typeof WORDS],
    change: (ids: string[]) => Promise<UsersChanged>,
  ): BulkAct => ({
    ...words,
    undoOf,
    async send(ids, actId) {
      const result = await change([...ids]);
      keep(actId, result.changed);
      return result;
    },
  });
  return {
    nameOf: ({ username }) => username,
    one: "account",
    many: "accounts",
    select: async (values, count) => (await utils.admin.users.select.fetch({ ...values, count })).ids,
    refresh,
    acts: [
      bulkAct(WORDS.activate, (ids) => activate({ ids })),
      ...(["admin", "partner_manager"] as const).map((role) =>
        bulkAct(WORDS[role], (ids) => setRole({ ids, role })),
      ),
      {
        ...bulkAct(WORDS.deactivate, (ids) => deactivate({ ids })),
        destructive: true,
      },
    ],
  };
}

function useCalls() {
  const { mutateAsync: activate } = trpc.admin.users.activateMany.useMutation();
  const { mutateAsync: deactivate } = trpc.admin.users.deactivateMany.useMutation();
  const { mutateAsync: setRole } = trpc.admin.users.setRoleMany.useMutation();
  const { mutateAsync: update } = trpc.admin.users.update.useMutation();
  return { activate, deactivate, setRole, update };
}
