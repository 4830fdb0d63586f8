import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { ROLE_NAMES, type StaffRole } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { toastOutcome } from "../../../lib/toast.ts";

/** A super admin changes every account but their own. */
export function useMayChange(): (user: StaffUser) => boolean {
  const { role, userId } = useStaff();
  return ({ id }) => role === "super_admin" && id !== userId;
}

export function useRefreshUsers() {
  const utils = trpc.useUtils();
  return () => utils.admin.users.invalidate();
}

/** The changes of another's account; each resolves to whether it was made. */
export function useUserChanges() {
  const update = trpc.admin.users.update.useMutation();
  const deactivate = trpc.admin.users.deactivate.useMutation();
  const resetMfa = trpc.admin.users.resetMfa.useMutation();
  const refresh = useRefreshUsers();

  async function send(
    change: Promise<StaffUser>,
    title: string | ((changed: StaffUser) => string),
    failed: string,
    undo?: (changed: StaffUser) => Promise<boolean>,
  ): Promise<boolean> {
    const done = await toastOutcome(change, {
      done: (changed) => ({
        title: typeof title === "string" ? title : title(changed),
        ...(undo && { onUndo: () => void undo(changed) }),
      }),
      failed,
    });
    // After a refusal too: it may be due to a change that this list does not show yet.
    await refresh().catch(() => undefined);
    return done;
  }

  const resetMfaOf = ({ id, username }: StaffUser) =>
    send(
      resetMfa.mutateAsync({ id }),
      // the server only requests the reset for an account that was a super admin a day ago
      ({ mfaEnabled }) =>
        mfaEnabled ? "Another super admin must confirm it" : `${username} can sign in without a code`,
      "Failed to reset MFA",
    );

  const setRole = (
    { id, username, role: before, updatedAt }: StaffUser,
    role: StaffRole,
    undoable = true,
  ): Promise<boolean> =>
    send(
      update.mutateAsync({ id, role, updatedAt }),
      `${username}: ${ROLE_NAMES[role]}`,
      "Failed to update user",
      undoable ? (changed) => setRole(changed, before, false) : undefined,
    );

  const activate = ({ id, username, updatedAt }: StaffUser) =>
    send(
      update.mutateAsync({ id, isActive: true, updatedAt }),
      `${username} is active again`,
      "Failed to update user",
    );

  return {
    setRole: (user: StaffUser, role: StaffRole) => setRole(user, role),
    activate,
    deactivate: ({ id, username }: StaffUser) =>
      send(deactivate.mutateAsync({ id }), `${username} is inactive`, "Failed to deactivate user", activate),
    resetMfa: resetMfaOf,
    confirmMfaReset: resetMfaOf,
    requestMfaReset: ({ id }: StaffUser) =>
      send(
        resetMfa.mutateAsync({ id }),
        "Another super admin must confirm it",
        "Failed to request the reset",
      ),
  } as const;
}
