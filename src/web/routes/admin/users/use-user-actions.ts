import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { ROLE_NAMES, type StaffRole } from "../../../blocks/staff/roles.ts";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/error-message.ts";
import { toast } from "../../../lib/toast.ts";
import { USER_DONE, USER_FAILED } from "./content.ts";

interface Act {
  readonly send: () => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
}

export function useUsersChanged() {
  const utils = trpc.useUtils();
  return () => utils.admin.users.invalidate();
}

export function toastFailure(title: string, message: string | null): void {
  toast({ title, variant: "destructive", ...(message && { description: message }) });
}

/** What a super admin does to another's account; each resolves to whether it was done. */
export function useUserActs() {
  const update = trpc.admin.users.update.useMutation();
  const deactivate = trpc.admin.users.deactivate.useMutation();
  const resetMfa = trpc.admin.users.resetMfa.useMutation();
  const changed = useUsersChanged();

  async function act({ send, done, failed }: Act): Promise<boolean> {
    try {
      await send();
      toast({ title: done });
      return true;
    } catch (error) {
      toastFailure(failed, messageOf(error));
      return false;
    } finally {
      // After a refusal too: another may have changed the account meanwhile.
      await changed().catch(() => undefined);
    }
  }

  return {
    setRole: ({ id, username, updatedAt }: StaffUser, role: StaffRole) =>
      act({
        send: () => update.mutateAsync({ id, role, updatedAt }),
        done: USER_DONE.role(username, ROLE_NAMES[role]),
        failed: USER_FAILED.update,
      }),
    activate: ({ id, username, updatedAt }: StaffUser) =>
      act({
        send: () => update.mutateAsync({ id, isActive: true, updatedAt }),
        done: USER_DONE.activated(username),
        failed: USER_FAILED.update,
      }),
    deactivate: ({ id, username }: StaffUser) =>
      act({
        send: () => deactivate.mutateAsync({ id }),
        done: USER_DONE.deactivated(username),
        failed: USER_FAILED.deactivate,
      }),
    resetMfa: ({ id, username }: StaffUser) =>
      act({
        send: () => resetMfa.mutateAsync({ id }),
        done: USER_DONE.resetMfa(username),
        failed: USER_FAILED.resetMfa,
      }),
  } as const;
}
