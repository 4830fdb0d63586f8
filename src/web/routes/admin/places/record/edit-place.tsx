import { useState } from "react";
import {
  staffPlace as placeSchema,
  type StaffPlace,
  updateInput,
} from "../../../../../modules/places/schema.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { EditForm } from "../../../../blocks/form-dialog/edit-form.tsx";
import { FormDialog } from "../../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast/toast.ts";
import { EDIT_PLACE, EDIT_PLACE_TEXT, FIELD_LABELS, PLACE_SAVED } from "../content.ts";
import { useRefreshPlace } from "../use-refresh-place.ts";
import { PlaceFields } from "./place-fields.tsx";
import { readValues, valuesOf } from "./place-values.ts";

interface EditPlaceProps {
  readonly place: StaffPlace;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function EditPlace({ place, open, onClose }: EditPlaceProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={EDIT_PLACE.title} description={EDIT_PLACE_TEXT}>
      {open && <Form place={place} />}
    </FormDialog>
  );
}

const FORM = updateInput.omit({ id: true, updatedAt: true, halalVerificationStatus: true });

function Form({ place: current }: Pick<EditPlaceProps, "place">) {
  const [place] = useState(current); // the fields keep the values they were opened with
  const update = trpc.admin.pois.update.useMutation();
  const refresh = useRefreshPlace();
  return (
    <EditForm
      words={EDIT_PLACE}
      noun="place"
      record={place}
      recordSchema={placeSchema}
      schema={FORM}
      labels={FIELD_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) => (name === "category" ? CATEGORY_NAMES[values.category] : values[name])}
      read={readValues}
      aside={(updatedAt) => (
        <CopyForm
          act={(form) => act("admin.pois.update", { ...readValues(form), id: place.id, updatedAt })}
        />
      )}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: place.id, updatedAt })}
      onSaved={() => {
        toast({ title: PLACE_SAVED });
        void refresh();
      }}
      onRefused={() => void refresh()}
    >
      {(errors) => <PlaceFields values={valuesOf(place)} errors={errors} />}
    </EditForm>
  );
}
