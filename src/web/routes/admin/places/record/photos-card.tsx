import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { decidePhotoInput } from "../../../../../modules/ownership/photos/schema.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { DialogForm, FormDialog } from "../../../../kit/dialog/form-dialog.tsx";
import { TextAreaField } from "../../../../kit/form/field.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";
import { Loaded } from "../../../../kit/page/states.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { useDecisionNotice } from "../../../../lib/brand.ts";
import { textOf } from "../../../../lib/form.ts";
import { toast } from "../../../../lib/toast.ts";

/** The photos of its owner; one that is shown can be taken away with a reason. */
export function PhotosCard({ placeId }: { readonly placeId: string }) {
  const photos = trpc.admin.reviews.photos.list.useQuery({ place: placeId }, { staleTime: 0 });
  const [removing, setRemoving] = useState<string | null>(null);
  if (photos.data?.length === 0) return null;
  return (
    <ListCard title="Photos">
      <div className="place-record-body">
        <Loaded query={photos} failed="The photos could not be loaded" rows={2}>
          {(data) => (
            <ul className="place-record-photos">
              {data.map(({ id, alt, state }) => (
                <li key={id}>
                  {state === "shown" && (
                    <img
                      src={`/places/${placeId}/photos/${id}`}
                      alt=""
                      width="120"
                      height="90"
                      loading="lazy"
                    />
                  )}
                  <span>
                    <bdi>{alt}</bdi>
                  </span>
                  {state === "waiting" ? (
                    <Link to="/admin/reviews" search={{ case: `photo:${id}` }}>
                      Look at it
                    </Link>
                  ) : (
                    <Button
                      look="quiet"
                      className="button-tiny"
                      aria-label={`Remove the photo: ${alt}`}
                      onClick={() => setRemoving(id)}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <FormDialog open={removing !== null} onClose={() => setRemoving(null)} title="Remove this photo">
          {removing !== null && <RemovePhoto id={removing} />}
        </FormDialog>
      </div>
    </ListCard>
  );
}

const REMOVAL = {
  title: "Remove this photo",
  submit: "Remove",
  sending: "Removing...",
  missing: "Write what is wrong with it",
  failed: "The photo was not removed",
  destructive: true,
} as const;

function RemovePhoto({ id }: { readonly id: string }) {
  const decide = trpc.admin.reviews.photos.decide.useMutation();
  const utils = trpc.useUtils();
  const notified = useDecisionNotice();
  return (
    <DialogForm
      words={REMOVAL}
      schema={decidePhotoInput}
      read={(form) => ({ id, decision: "declined" as const, notes: textOf(form, "notes") })}
      send={async (input) => {
        await decide.mutateAsync(input);
        await utils.admin.reviews.photos.invalidate();
      }}
      onDone={() => toast({ title: "Photo removed", description: notified("The owner") })}
    >
      {(errors) => (
        <TextAreaField
          label="What is wrong, for the owner"
          name="notes"
          rows={3}
          required
          error={errors.notes}
        />
      )}
    </DialogForm>
  );
}
