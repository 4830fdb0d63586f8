import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** Opens the camera where the device has one; without it, one file is chosen at a time. */
  readonly cameraAction?: string;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files that are chosen, dropped or photographed. */
export function FileDrop({ label, hint, action, cameraAction, accept, onFiles }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const taken = (list: FileList | null) => onFiles([...(list ?? [])]);
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    taken(event.dataTransfer.files);
  }
  function onDragOver(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside do the same
    <div
      className="file-drop"
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <p className="file-drop-label" id={id}>
        {label}
      </p>
      <p className="soft file-drop-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <div className="file-drop-options">
        <Chooser
          name={action}
          describedBy={`${id}-hint`}
          accept={accept}
          multiple={cameraAction !== undefined}
          onFiles={taken}
        />
        {cameraAction !== undefined && (
          <Chooser name={cameraAction} describedBy={`${id}-hint`} accept={PHOTOS} camera onFiles={taken} />
        )}
      </div>
    </div>
  );
}

const PHOTOS = "image/jpeg,image/png"; // phones convert their own formats to one of these

interface ChooserProps {
  readonly name: string;
  readonly describedBy: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly camera?: boolean;
  readonly onFiles: (files: FileList | null) => void;
}

/** A button in front of the native file input, which cannot be styled. */
function Chooser({ name, describedBy, accept, multiple = false, camera = false, onFiles }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="quiet"
        className={camera ? "button-small file-drop-camera" : "button-small"}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {name}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={name}
        accept={accept}
        multiple={multiple}
        {...(camera && { capture: "environment" })}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
    </>
  );
}
