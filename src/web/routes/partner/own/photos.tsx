import { useRef, useState } from "react";
import type { z } from "zod";
import { PHOTO } from "../../../../copy/en/my-place.ts";
import { addInput, type ownPhoto, PHOTOS } from "../../../../modules/ownership/photos/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { useOneFile, wordOf } from "./one-file.ts";

type Photo = z.output<typeof ownPhoto>;

interface PhotosDialogProps {
  readonly place: Place;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The photos of a place, in order, and the form that adds one. */
export function PhotosDialog({ place: { id, name }, open, onClose }: PhotosDialogProps) {
  const photos = trpc.partner.photos.list.useQuery({ id }, { enabled: open });
  const [replacing, setReplacing] = useState<Photo | null>(null);
  return (
    <FormDialog open={open} onClose={onClose} title={PHOTO.title} description={name}>
      <Loaded query={photos} failed={PHOTO.loadFailed} rows={4}>
        {(all) => {
          const counted = all.filter(({ state, replaces }) => state !== "declined" && replaces === null);
          const target = all.find((each) => each.id === replacing?.id) ?? null;
          return (
            <div className="own-photos">
              <p className="soft">{PHOTO.hint}</p>
              {all.length > 0 && <PhotoList placeId={id} photos={all} onReplace={setReplacing} />}
              {(counted.length < PHOTOS.each || target) && (
                <AddPhoto
                  key={`${all.length} ${target?.id}`}
                  placeId={id}
                  replaces={target}
                  onDone={() => setReplacing(null)}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}

interface PhotoListProps {
  readonly placeId: string;
  readonly photos: readonly Photo[];
  readonly onReplace: (photo: Photo) => void;
}

function PhotoList({ placeId, photos, onReplace }: PhotoListProps) {
  const { list } = trpc.useUtils().partner.photos;
  const order = trpc.partner.photos.order.useMutation();
  const remove = trpc.partner.photos.remove.useMutation();
  const [busy, run] = useBusy();
  const own = useRef<HTMLUListElement>(null);
  async function act(sent: Promise<unknown>, done: string): Promise<void> {
    const pressed = document.activeElement;
    await toastOutcome(sent, { done: { title: done }, failed: PHOTO.failed });
    await list.invalidate({ id: placeId });
    focusFrom(pressed, own.current?.querySelector<HTMLElement>("button"));
  }
  function first(photo: Photo): Promise<void> {
    const rest = photos.filter(({ id }) => id !== photo.id).map(({ id }) => id);
    return act(order.mutateAsync({ id: placeId, photos: [photo.id, ...rest] }), PHOTO.ordered);
  }
  return (
    <ul className="own-photos-list" aria-label={PHOTO.title} ref={own}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <img src={`/partner/api/evidence/${photo.fileId}`} alt={photo.alt} width="160" height="120" />
          <div>
            <p dir="auto">{photo.alt}</p>
            <p>
              <Badge tone={TONES[photo.state]}>{PHOTO.states[photo.state]}</Badge>
            </p>
            {photo.notes && (
              <p className="own-list-notes">
                <bdi>{photo.notes}</bdi>
              </p>
            )}
            <p className="own-photos-acts">
              {index > 0 && (
                <Button
                  look="text"
                  className="button-small"
                  aria-label={PHOTO.firstOf(photo.alt)}
                  aria-disabled={busy}
                  onClick={() => void run(() => first(photo))}
                >
                  {PHOTO.first}
                </Button>
              )}
              {photo.state === "shown" && !photos.some(({ replaces }) => replaces === photo.id) && (
                <Button
                  look="text"
                  className="button-small"
                  aria-label={PHOTO.replaceOf(photo.alt)}
                  onClick={() => onReplace(photo)}
                >
                  {PHOTO.replace}
                </Button>
              )}
              <Button
                look="text"
                className="button-small"
                aria-label={PHOTO.removeOf(photo.alt)}
                aria-disabled={busy}
                onClick={() =>
                  void run(() => act(remove.mutateAsync({ id: placeId, photo: photo.id }), PHOTO.removed))
                }
              >
                {PHOTO.remove}
              </Button>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const TONES = { waiting: "info", shown: "good", declined: "bad" } as const;

interface AddPhotoProps {
  readonly placeId: string;
  /** The photo that the new one takes the place of. */
  readonly replaces: Photo | null;
  readonly onDone: () => void;
}

const ACCEPT = ".jpg,.jpeg,.jfif,.png,.webp";

function AddPhoto({ placeId, replaces, onDone }: AddPhotoProps) {
  const add = trpc.partner.photos.add.useMutation();
  const { list } = trpc.useUtils().partner.photos;
  const { file, choose } = useOneFile(scaledPhoto);
  const fileId = file?.state === "kept" ? file.id : "";
  /** The file that the last error is about. */
  const [tried, setTried] = useState(fileId);
  return (
    <DialogForm
      words={PHOTO.words}
      schema={addInput}
      read={(form) => {
        setTried(fileId);
        const input = { id: placeId, fileId, alt: textOf(form, "alt") };
        return replaces ? { ...input, replaces: replaces.id } : input;
      }}
      send={async (input) => {
        await add.mutateAsync(input);
        await list.invalidate({ id: placeId });
      }}
      onDone={() => {
        onDone();
        toast({ title: PHOTO.sent, description: PHOTO.sentText });
      }}
    >
      {(errors) => (
        <>
          <FileDrop
            label={replaces ? PHOTO.replaceOf(replaces.alt) : PHOTO.add}
            hint={PHOTO.fileHint}
            action={PHOTO.choose}
            cameraAction={PHOTO.camera}
            accept={ACCEPT}
            onFiles={choose}
          />
          {file && (
            <p role="status">
              <bdi>{file.name}</bdi>: {wordOf(file)}
            </p>
          )}
          {errors.fileId && tried === fileId && (
            <p className="field-error">{fileId ? errors.fileId : PHOTO.words.missing}</p>
          )}
          <Field
            label={PHOTO.alt}
            placeholder={PHOTO.altHint}
            name="alt"
            autoComplete="off"
            error={errors.alt}
          />
        </>
      )}
    </DialogForm>
  );
}

const LONGEST_SIDE = 1_600; // pixels: twice what a phone shows
const QUALITY = 0.82;

/** A photo as a JPEG of at most 1,600 pixels a side, upright and without metadata; the file itself if it cannot be read. */
async function scaledPhoto(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.fillStyle = "#fff"; // where the picture is transparent
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    if (!blob) return file;
    return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
  } catch {
    return file; // the server says what is wrong with it
  }
}
