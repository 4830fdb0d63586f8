import type { z } from "zod";
import type { lockdownOutput, StaffUser } from "../../../../modules/accounts/schema.ts";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import type { ShownLink } from "../../../kit/dialog/link-dialog.tsx";
import { DateTime } from "../../../kit/table/cells.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastError } from "../../../lib/toast.ts";

import { refreshUsers } from "./use-user-changes.ts";

interface LockdownProps {
  readonly user: StaffUser;
  readonly onClose: () => void;
  readonly onDone: (shown: ShownLink) => void;
}

/** Asks before a compromised account loses everything that opens it, and then shows the link for a new password. */
export function Lockdown({ user: { id, username }, onClose, onDone }: LockdownProps) {
  const utils = trpc.useUtils();
  async function onConfirm(): Promise<void> {
    const done = await utils.client.admin.users.lockdown.mutate({ id }).catch((error: unknown) => {
      toastError("Failed to lock the account down", error, "Please try again.");
    });
    void refreshUsers(utils);
    onClose();
    if (done) onDone(shownLink(username, done));
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Lock down ${username}`}
      action="Lock down"
      acting="Locking down..."
      onConfirm={onConfirm}
    >
      For an account that someone else may be using. All its devices are signed out, its tokens, passkeys and
      links end, and its password and second factor no longer work. Its owner and the other super admins are
      notified.
    </Confirm>
  );
}

type Done = z.output<typeof lockdownOutput>;

const shownLink = (username: string, { link, mfaKept, entries }: Done): ShownLink => ({
  title: `${username} is locked down`,
  text: mfaKept
    ? "The second factor of a super admin stays until two other super admins reset it, and the account is inactive. The link sets a new password once the account is active again; it works once and for 24 hours."
    : "Hand this link over once you are sure who receives it. It sets a new password, works once and for 24 hours.",
  link,
  more: <Entries entries={entries} />,
});

const Entries = ({ entries }: Pick<Done, "entries">) => (
  <section aria-label={ENTRIES}>
    <h3>{ENTRIES}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
    <ol className="link-dialog-entries" tabIndex={0}>
      {entries.map(({ at, action, actor, address }) => (
        <li key={`${at.getTime()} ${action}`}>
          <DateTime at={at} /> <strong>{action}</strong> {actor} {address}
        </li>
      ))}
    </ol>
  </section>
);

const ENTRIES = "Last 50 audit entries";
