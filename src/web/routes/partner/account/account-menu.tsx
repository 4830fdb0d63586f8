import { useState } from "react";
import { PASSKEYS } from "../../../blocks/passkeys/content.ts";
import { Menu } from "../../../ui/menu/menu.tsx";
import { usePartner } from "../session.ts";
import { ACCOUNT } from "./content.ts";
import { DetailsDialog } from "./details-dialog.tsx";
import { EmailDialog } from "./email-dialog.tsx";
import { PasskeysDialog } from "./passkeys-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SessionsDialog } from "./sessions-dialog.tsx";
import { useDownload } from "./use-download.ts";

/** Account actions of a partner. */
export function AccountMenu() {
  const { businessName } = usePartner();
  const [open, setOpen] = useState<
    "details" | "email" | "password" | "passkeys" | "sessions" | "remove" | null
  >(null);
  const download = useDownload();
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={ACCOUNT.label(businessName)}
        face={ACCOUNT.open}
        items={[
          { name: ACCOUNT.details, onSelect: () => setOpen("details") },
          { name: ACCOUNT.email, onSelect: () => setOpen("email") },
          { name: ACCOUNT.changePassword, onSelect: () => setOpen("password") },
          { name: PASSKEYS.title, onSelect: () => setOpen("passkeys") },
          { name: ACCOUNT.sessions, onSelect: () => setOpen("sessions") },
          { name: ACCOUNT.download, onSelect: () => void download() },
          { name: ACCOUNT.remove, onSelect: () => setOpen("remove"), destructive: true },
        ]}
      />
      <DetailsDialog open={open === "details"} onClose={close} />
      <EmailDialog open={open === "email"} onClose={close} />
      <PasswordDialog open={open === "password"} onClose={close} />
      <PasskeysDialog open={open === "passkeys"} onClose={close} />
      <SessionsDialog open={open === "sessions"} onClose={close} />
      <RemoveDialog open={open === "remove"} onClose={close} />
    </>
  );
}
