import type { Signup } from "../../../../modules/waitlist/schema.ts";
import type { Bulk } from "../../../blocks/bulk/bulk.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import type { FilterValues } from "../../../blocks/resource-list/list-params.ts";
import type { signupParams } from "../../../blocks/waitlist/list-search-params.ts";
import { trpc } from "../../../lib/api.tsx";
import { DELETE } from "./content.ts";

/** What can be done with selected signups. */
export function useBulk(): Bulk<Signup, FilterValues<typeof signupParams.filters>> {
  const utils = trpc.useUtils();
  const remove = trpc.admin.waitlist.deleteMany.useMutation();
  return {
    nameOf: ({ firstName }) => firstName,
    one: "signup",
    many: "signups",
    select: async (values, count) => (await utils.admin.waitlist.select.fetch({ ...values, count })).ids,
    refresh: () => utils.admin.invalidate(),
    acts: [
      {
        name: "Delete",
        acting: "Deleting...",
        destructive: true,
        undoable: true,
        question: DELETE.question,
        done: DELETE.many,
        failed: DELETE.failedMany,
        command: (ids) => act("admin.waitlist.deleteMany", { ids: [...ids] }),
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}
