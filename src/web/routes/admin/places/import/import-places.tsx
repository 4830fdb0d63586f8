import { useState } from "react";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { useRequestedAct } from "../../../../lib/acts/use-requested-act.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { IMPORT } from "./content.ts";
import { ImportDialog } from "./import-dialog.tsx";

/** Opens the import of places, for those who may add places. */
export function ImportPlaces() {
  const { role } = useStaff();
  const [open, setOpen] = useState(false);
  useRequestedAct("importPlaces", () => setOpen(true));
  if (!ADMINS.includes(role)) return null;
  return (
    <>
      <Button look="quiet" className="button-tiny" onClick={() => setOpen(true)}>
        {IMPORT.open}
      </Button>
      <ImportDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
