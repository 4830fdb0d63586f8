import { useState } from "react";
import { Menu } from "../../../ui/menu/menu.tsx";
import { usePartner } from "../session.ts";
import { ACCOUNT } from "./content.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { SessionsDialog } from "./sessions-dialog.tsx";

/** Account actions of a partner. */
export function AccountMenu() {
  const { businessName } = usePartner();
  const [open, setOpen] = useState<"password" | "sessions" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={ACCOUNT.label(businessName)}
        face={ACCOUNT.open}
        items={[
          { name: ACCOUNT.changePassword, onSelect: () => setOpen("password") },
          { name: ACCOUNT.sessions, onSelect: () => setOpen("sessions") },
        ]}
      />
      <PasswordDialog open={open === "password"} onClose={close} />
      <SessionsDialog open={open === "sessions"} onClose={close} />
    </>
  );
}
