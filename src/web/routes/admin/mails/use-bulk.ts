import type { Mail } from "../../../../modules/mail/schema.ts";
import type { Bulk } from "../../../blocks/bulk/bulk.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import type { FilterValues } from "../../../blocks/resource-list/list-params.ts";
import { trpc } from "../../../lib/api.tsx";
import { MAIL } from "./content.ts";
import type { mailParams } from "./list-search-params.ts";

/** What can be done with selected mails. */
export function useBulk(): Bulk<Mail, FilterValues<typeof mailParams.filters>> {
  const utils = trpc.useUtils();
  const retry = trpc.admin.mails.retryMany.useMutation();
  return {
    nameOf: ({ subject, to }) => `${subject}, ${to}`,
    one: "mail",
    many: "mails",
    select: async (values, count) => (await utils.admin.mails.select.fetch({ ...values, count })).ids,
    refresh: () => utils.admin.mails.invalidate(),
    acts: [
      {
        name: MAIL.again,
        acting: MAIL.sendingAgain,
        question: MAIL.againMany,
        done: MAIL.againManyDone,
        failed: MAIL.againFailed,
        command: (ids) => act("admin.mails.retryMany", { ids: [...ids] }),
        send: (ids) => retry.mutateAsync({ ids: [...ids] }),
      },
    ],
  };
}
