import { useRef } from "react";
import type { StaffUser, UsersChanged } from "../../../../modules/accounts/schema.ts";
import { number } from "../../../../shared/format.ts";
import type { BulkAct, BulkOf } from "../../../kit/records/declare-list.ts";
import type { userParams } from "../../../kit/records/lists.ts";
import { type Client, type Refresh, useAct } from "../../../kit/records/use-act.ts";
import { ROLE_NAMES, type StaffRole } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { toast } from "../../../lib/toast.ts";

export const refreshUsers: Refresh = (utils) => utils.admin.users.invalidate();

/** A super admin changes every account but their own. */
export function useMayChange(): (user: StaffUser) => boolean {
  const { role, userId } = useStaff();
  return ({ id }) => role === "super_admin" && id !== userId;
}

/** The request to reset a super admin's MFA that another one can confirm; null without one. */
export function resetRequestOf({ mfaResetBy, mfaResetUntil }: StaffUser) {
  if (mfaResetBy === null || mfaResetUntil === null || mfaResetUntil <= new Date()) return null;
  return { by: mfaResetBy, until: mfaResetUntil };
}

/** The changes of another's account; each resolves to whether it was made. */
export function useUserChanges() {
  const act = useAct(refreshUsers);

  const resetMfa = ({ id, username }: StaffUser) =>
    act(id, {
      send: (client) => client.admin.users.resetMfa.mutate({ id }),
      // the server only requests the reset for an account that was a super admin a day ago
      done: ({ mfaEnabled }) => ({
        title: mfaEnabled ? "Another super admin must confirm it" : `${username} can sign in without a code`,
      }),
      failed: "Failed to reset MFA",
    });

  const setRole = (
    { id, username, updatedAt }: StaffUser,
    role: StaffRole,
    before?: StaffRole,
  ): Promise<boolean> =>
    act(before ? id : `undo ${id}`, {
      send: (client) => client.admin.users.update.mutate({ id, role, updatedAt }),
      done: (changed) => ({
        title: `${username}: ${ROLE_NAMES[role]}`,
        ...(before && { onUndo: () => void setRole(changed, before) }),
      }),
      failed: "Failed to update user",
    });

  const activate = ({ id, username, updatedAt }: StaffUser) =>
    act(`activate ${id}`, {
      send: (client) => client.admin.users.update.mutate({ id, isActive: true, updatedAt }),
      done: { title: `${username} is active again` },
      failed: "Failed to update user",
    });

  return {
    setRole: (user: StaffUser, role: StaffRole) => setRole(user, role, user.role),
    activate,
    deactivate: ({ id, username }: StaffUser) =>
      act(id, {
        send: (client) => client.admin.users.deactivate.mutate({ id }),
        done: (changed) => ({ title: `${username} is inactive`, onUndo: () => void activate(changed) }),
        failed: "Failed to deactivate user",
      }),
    resetMfa,
    confirmMfaReset: resetMfa,
    requestMfaReset: ({ id }: StaffUser) =>
      act(id, {
        send: (client) => client.admin.users.resetMfa.mutate({ id }),
        done: { title: "Another super admin must confirm it" },
        failed: "Failed to request the reset",
      }),
  } as const;
}

/** What a super admin can do with selected accounts. Each act can be undone where no one has changed the account since. */
export function useBulk(): BulkOf<typeof userParams> {
  const { keep, undoOf } = useUndoEach();
  const { userId } = useStaff();
  const bulkAct = ({
    send,
    ...words
  }: Omit<BulkAct, "send" | "undoOf"> & {
    readonly send: (client: Client, ids: string[]) => Promise<UsersChanged>;
  }): BulkAct => ({
    ...words,
    undoOf,
    async send(client, ids, actId) {
      const result = await send(client, ids);
      keep(actId, result.changed);
      return result;
    },
  });
  const toRole = (role: "admin" | "partner_manager", name: string) =>
    bulkAct({
      name: `Make ${name}`,
      acting: "Changing...",
      question: (what) => `Change the role of ${what} to ${name}? All their sessions end at once.`,
      done: (what) => `${what} changed to ${name}`,
      failed: "Failed to change the roles",
      send: (client, ids) => client.admin.users.setRoleMany.mutate({ ids, role }),
    });
  return {
    one: "account",
    many: "accounts",
    except: userId,
    select: (client, values) => client.admin.users.select.query(values),
    refresh: refreshUsers,
    acts: [
      bulkAct({
        name: "Activate",
        acting: "Activating...",
        question: (what) => `Activate ${what}? They can sign in again.`,
        done: (what) => `${what} activated`,
        failed: "Failed to activate the accounts",
        send: (client, ids) => client.admin.users.activateMany.mutate({ ids }),
      }),
      toRole("admin", "admin"),
      toRole("partner_manager", "partner manager"),
      bulkAct({
        name: "Deactivate",
        acting: "Deactivating...",
        destructive: true,
        question: (what) =>
          `Deactivate ${what}? They can no longer sign in. All their sessions, API tokens and emailed links end for good, even if you activate them again.`,
        done: (what) => `${what} deactivated`,
        failed: "Failed to deactivate the accounts",
        send: (client, ids) => client.admin.users.deactivateMany.mutate({ ids }),
      }),
    ],
  };
}

type Changed = UsersChanged["changed"];

/** Keeps what each act changed, so that it can be changed back. */
function useUndoEach() {
  const utils = trpc.useUtils();
  const kept = useRef(new Map<string, Changed>());
  async function undo(changed: Changed): Promise<void> {
    let refused: unknown = null;
    let failed = 0;
    // Refused with 409 if the account has changed since.
    for (const { id, role, isActive, updatedAt } of changed)
      await utils.client.admin.users.update
        .mutate({ id, role, isActive, updatedAt })
        .catch((error: unknown) => {
          refused = error;
          failed += 1;
        });
    const notUndone = `${number.format(failed)} could not be changed back`;
    toast({
      title: failed < changed.length ? `${number.format(changed.length - failed)} changed back` : notUndone,
      ...(failed > 0 && {
        variant: "destructive" as const,
        description: [notUndone, messageOf(refused)].filter(Boolean).join(". "),
      }),
    });
    await refreshUsers(utils);
  }
  return {
    keep: (actId: string, changed: Changed) =>
      void kept.current.set(actId, [...(kept.current.get(actId) ?? []), ...changed]),
    undoOf(actId: string): (() => Promise<void>) | null {
      const changed = kept.current.get(actId) ?? [];
      return changed.length === 0 ? null : () => undo(changed);
    },
  } as const;
}
