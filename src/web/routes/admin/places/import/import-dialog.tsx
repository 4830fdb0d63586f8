import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { useStepFocus } from "../../../../lib/hooks/use-step-focus.ts";
import { Alert } from "../../../../ui/alert/alert.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { FileDrop } from "../../../../ui/file-drop/file-drop.tsx";
import { IMPORT, summaryOf } from "./content.ts";
import { PreviewLists } from "./preview-lists.tsx";
import { type ImportState, usePlaceImport } from "./use-place-import.ts";

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Imports a CSV file once its preview has been seen. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { state, read, write, restart } = usePlaceImport(onClose);
  const isBusy = state.step === "reading" || state.step === "importing";
  const body = useStepFocus(state.step);
  function close(): void {
    onClose();
    restart();
  }
  return (
    <Dialog
      open={open}
      held={isBusy}
      onOpenChange={(next) => !next && close()}
      title={IMPORT.title}
      description={IMPORT.text}
    >
      <div className="stack dialog-body" ref={body} tabIndex={-1}>
        {isBusy && (
          <p role="status" className="busy place-import-busy" aria-busy>
            {busyLine(state)}
          </p>
        )}
        {state.step === "failed" && <Alert>{state.why}</Alert>}
        {state.step === "preview" ? (
          <Preview {...state} onImport={() => void write(state.file, state.preview)} onRestart={restart} />
        ) : (
          <div hidden={isBusy}>
            <FileDrop
              label={IMPORT.label}
              hint={IMPORT.columns}
              action={IMPORT.choose}
              accept=".csv,text/csv"
              onFiles={([file]) => file && void read(file)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function busyLine(state: ImportState): string | null {
  if (state.step === "importing") return IMPORT.importing(state.places);
  if (state.step !== "reading") return null;
  return state.share < 1 ? IMPORT.sending(state.file.name, state.share) : IMPORT.reading(state.file.name);
}

interface PreviewProps extends Pick<Extract<ImportState, { step: "preview" }>, "file" | "preview" | "stale"> {
  readonly onImport: () => void;
  readonly onRestart: () => void;
}

function Preview({ file, preview, stale, onImport, onRestart }: PreviewProps) {
  const places = preview.created + preview.updated;
  return (
    <>
      {stale && <Alert>{IMPORT.stale}</Alert>}
      <p>
        <strong>
          <bdi>{file.name}</bdi>
        </strong>
        <span className="table-sub">{summaryOf(preview)}</span>
      </p>
      <PreviewLists preview={preview} />
      <p className="soft">{places > 0 ? IMPORT.final : IMPORT.nothing}</p>
      <div className="dialog-actions">
        <div className="dialog-aside">
          <CopyCommand {...act("admin.pois.import", { file: file.name })} />
        </div>
        <Button look="quiet" onClick={onRestart}>
          {IMPORT.another}
        </Button>
        {places > 0 && <Button onClick={onImport}>{IMPORT.submit(places)}</Button>}
      </div>
    </>
  );
}
