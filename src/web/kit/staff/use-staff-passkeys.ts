import { trpc } from "../../lib/api.tsx";

/** The passkeys of the signed-in employee, and the calls that change them. */
export function useStaffPasskeys() {
  const utils = trpc.useUtils();
  const calls = {
    startAdding: trpc.admin.passkeys.startAdding.useMutation().mutateAsync,
    add: trpc.admin.passkeys.add.useMutation().mutateAsync,
    rename: trpc.admin.passkeys.rename.useMutation().mutateAsync,
    remove: trpc.admin.passkeys.delete.useMutation().mutateAsync,
    reload: () =>
      Promise.allSettled([utils.admin.passkeys.list.invalidate(), utils.admin.session.list.invalidate()]),
  };
  return { query: trpc.admin.passkeys.list.useQuery(), calls } as const;
}
