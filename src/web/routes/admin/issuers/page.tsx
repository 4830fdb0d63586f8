import { useState } from "react";
import type { Issuer } from "../../../../modules/evidence/schema.ts";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { ADMINS } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { useRequestedAct } from "../../../lib/acts/use-requested-act.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ISSUERS } from "./content.ts";
import { AddIssuer, EditIssuer } from "./issuer-dialogs.tsx";
import { issuerList } from "./list.tsx";

export function IssuersPage() {
  return (
    <StaffFrame wide title={ISSUERS.title}>
      <Issuers />
    </StaffFrame>
  );
}

/** The register of certifying bodies. Reviewers read it, admins change it. */
function Issuers() {
  const mayEdit = ADMINS.includes(useStaff().role);
  const [open, setOpen] = useState<Issuer | "new" | null>(null);
  const close = () => setOpen(null);
  useRequestedAct("addIssuer", () => setOpen("new"));
  return (
    <>
      <ResourceList
        list={issuerList}
        rowActions={mayEdit ? (issuer) => [{ name: "Edit", onSelect: () => setOpen(issuer) }] : undefined}
        actions={() =>
          mayEdit && (
            <Button className="button-tiny" onClick={() => setOpen("new")}>
              {ISSUERS.add}
            </Button>
          )
        }
      />
      <AddIssuer open={open === "new"} onClose={close} />
      <EditIssuer issuer={open === "new" ? null : open} onClose={close} />
    </>
  );
}
