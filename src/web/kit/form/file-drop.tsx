import { type ChangeEvent, type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** Opens the camera where the device has one; without it, one file is chosen at a time. */
  readonly cameraAction?: string | undefined;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files that are chosen, dropped or photographed. */
export function FileDrop({ label, hint, action, cameraAction, accept, onFiles }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
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
      <FileChoosers
        {...{ action, cameraAction, accept, onFiles }}
        describedBy={`${id}-hint`}
        multiple={cameraAction !== undefined}
      />
    </div>
  );
}

const PHOTOS = "image/jpeg,image/png"; // phones convert their own formats to one of these

interface FileChoosersProps extends Pick<FileDropProps, "action" | "cameraAction" | "accept" | "onFiles"> {
  readonly describedBy: string;
  readonly multiple: boolean;
  /** Of the two buttons, where what they show is not enough. */
  readonly labels?: { readonly action: string; readonly camera: string };
}

/** Buttons in front of the native file inputs, which cannot be styled; on a phone the camera comes first. */
export function FileChoosers(props: FileChoosersProps) {
  const { action, cameraAction, accept, onFiles, describedBy, multiple, labels } = props;
  const [chosen, taken] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const input = {
    hidden: true,
    type: "file",
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      onFiles([...(currentTarget.files ?? [])]);
      currentTarget.value = ""; // the same file may be chosen again
    },
  };
  return (
    <div className="file-drop-options">
      {cameraAction !== undefined && (
        <Button
          look="quiet"
          className="button-small file-drop-camera"
          aria-label={labels?.camera}
          aria-describedby={describedBy}
          onClick={() => taken.current?.click()}
        >
          {cameraAction}
        </Button>
      )}
      <Button
        look="quiet"
        className="button-small"
        aria-label={labels?.action}
        aria-describedby={describedBy}
        onClick={() => chosen.current?.click()}
      >
        {action}
      </Button>
      <input
        {...input}
        ref={chosen}
        aria-label={labels?.action ?? action}
        accept={accept}
        multiple={multiple}
      />
      {cameraAction !== undefined && (
        <input
          {...input}
          ref={taken}
          aria-label={labels?.camera ?? cameraAction}
          accept={PHOTOS}
          capture="environment"
        />
      )}
    </div>
  );
}
