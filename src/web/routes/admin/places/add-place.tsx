import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createInput } from "../../../../modules/places/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { ADMINS } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast/toast.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ADD_PLACE, ADD_PLACE_TEXT, PLACE_ADDED } from "./content.ts";
import { withPlace } from "./open-place.ts";
import { PlaceFields } from "./record/place-fields.tsx";
import { EMPTY, readValues } from "./record/place-values.ts";
import { useRefreshPlace } from "./use-refresh-place.ts";

/** Adds a place and opens its record. */
export function AddPlace() {
  const { role } = useStaff();
  const [open, setOpen] = useState(false);
  const create = trpc.admin.pois.create.useMutation();
  const refresh = useRefreshPlace();
  const navigate = useNavigate();
  if (!ADMINS.includes(role)) return null;
  return (
    <>
      <Button className="button-tiny" onClick={() => setOpen(true)}>
        {ADD_PLACE.title}
      </Button>
      <FormDialog
        keepsText
        open={open}
        onClose={() => setOpen(false)}
        title={ADD_PLACE.title}
        description={ADD_PLACE_TEXT}
      >
        <DialogForm
          words={ADD_PLACE}
          schema={createInput}
          read={readValues}
          aside={<CopyForm act={(form) => act("admin.pois.create", readValues(form))} />}
          send={async (input) => {
            const { id } = await create.mutateAsync(input);
            await navigate({ to: ".", search: withPlace(id) as never });
          }}
          onDone={() => {
            toast({ title: PLACE_ADDED });
            void refresh();
          }}
        >
          {(errors) => <PlaceFields values={EMPTY} errors={errors} />}
        </DialogForm>
      </FormDialog>
    </>
  );
}
