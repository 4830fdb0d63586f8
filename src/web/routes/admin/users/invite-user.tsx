import { useRef } from "react";
import { inviteInput } from "../../../../modules/accounts/schema.ts";
import { DialogForm } from "../../../kit/dialog/dialog-form.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { ALL_ROLES } from "../../../kit/staff/roles.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form/form-text.ts";
import { AccountFields } from "./account-fields.tsx";
import { INVITE_USER } from "./content.ts";
import { useRefreshUsers } from "./use-user-changes.ts";

interface InviteUserProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onInvited: (link: string, username: string) => void;
}

const readValues = (form: FormData) => ({
  username: textOf(form, "username"),
  email: textOf(form, "email"),
  role: ALL_ROLES.find((role) => role === form.get("role")) ?? "admin",
});

/** Invites a person, who chooses the password with the link. */
export function InviteUser({ open, onClose, onInvited }: InviteUserProps) {
  const invite = trpc.admin.users.invite.useMutation();
  const refresh = useRefreshUsers();
  const invited = useRef<{ readonly link: string; readonly username: string }>(null);
  /** The link is shown once this dialog is closed: of two open dialogs the first would close the second. */
  function closeAndShow(): void {
    onClose();
    if (invited.current) onInvited(invited.current.link, invited.current.username);
    invited.current = null;
  }
  return (
    <FormDialog
      open={open}
      onClose={closeAndShow}
      title={INVITE_USER.title}
      description="They get a link by mail and choose their own password. Inviting someone again replaces the link."
    >
      {open && (
        <DialogForm
          words={INVITE_USER}
          schema={inviteInput}
          read={readValues}
          send={async (input) => {
            const { link, username } = await invite.mutateAsync(input);
            invite.reset(); // else it keeps the link
            invited.current = { link, username };
          }}
          onDone={() => void refresh()}
        >
          {(errors) => (
            <div className="field-pairs">
              <AccountFields errors={errors} emailRequired />
            </div>
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
