import { useState } from "react";
import { type ImportPreview, importPreview } from "../../../../modules/places/import/preview/schema.ts";
import { importOutput } from "../../../../modules/places/schema.ts";
import { type ListGuess, type ListMap, listGuess } from "../../../../shared/list-columns.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { ListColumns } from "../../../kit/form/list-columns.tsx";
import { LIST_FIELDS } from "../../../kit/form/place-labels.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import { toast } from "../../../lib/toast.ts";
import { NotSent, useUpload } from "../../../lib/upload.ts";
import { outcomeOf, Preview, places } from "./import-preview.tsx";

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
      title="Import places"
      description="Nothing is written before you have seen what the import would do."
    >
      <div className="stack dialog-body" ref={body} tabIndex={-1}>
        {isBusy && (
          <p role="status" className="busy place-import-busy" aria-busy>
            {busyLine(state)}
          </p>
        )}
        {state.step === "failed" && <Alert>{state.why}</Alert>}
        {state.step === "columns" && <Columns {...state} onRead={(map) => void read(state.file, { map })} />}
        {state.step === "preview" ? (
          <Preview
            {...state}
            onImport={() => void write(state)}
            onRead={(map) => void read(state.file, { map })}
            onRestart={restart}
          />
        ) : (
          <div hidden={isBusy}>
            <FileDrop
              label="A CSV file, up to 10 MiB"
              hint="A list with the name, address, city, state and category of each place, and if you have them its ZIP code, phone, website and position. The columns may have any names: you see first what they are taken for. A place that is listed already is updated."
              action="Choose a file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              onFiles={([file]) => file && void read(file)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ColumnsProps extends Pick<Extract<ImportState, { step: "columns" }>, "guess" | "why"> {
  readonly onRead: (map: ListMap) => void;
}

/** What the columns of a list that lacks some are taken for. */
const Columns = ({ guess, why, onRead }: ColumnsProps) => (
  <>
    <Alert>{why}</Alert>
    <ListColumns
      columns={guess.columns}
      missing={guess.missing.filter((field) => OF_ALL_ROWS.has(field))}
      labels={LIST_FIELDS}
      action="Use these columns"
      onSubmit={onRead}
    />
  </>
);

function busyLine(state: ImportState): string | null {
  if (state.step === "importing") return `Importing ${places(state.places)}…`;
  if (state.step !== "reading") return null;
  return state.share < 1
    ? `Sending ${state.file.name}: ${Math.floor(state.share * 100)}%`
    : `Reading ${state.file.name} and comparing it with the directory…`;
}

/** Fields that all places of a list may share. */
const OF_ALL_ROWS = new Set(["category", "city", "state"]);

const URL = "/api/admin/pois/import";

type ImportState =
  | { readonly step: "choose" }
  /** `share` of the bytes are sent, from 0 to 1. */
  | { readonly step: "reading"; readonly file: File; readonly share: number }
  | { readonly step: "failed"; readonly why: string }
  /** `stale`: the places changed after an earlier preview of the file. */
  | {
      readonly step: "preview";
      readonly file: File;
      readonly preview: ImportPreview;
      readonly stale: boolean;
      readonly map: ListMap | undefined;
    }
  /** The list lacks columns, as far as they are recognized. */
  | { readonly step: "columns"; readonly file: File; readonly guess: ListGuess; readonly why: string }
  | { readonly step: "importing"; readonly places: number };

/** Previews a file, and imports it as it was previewed. */
function usePlaceImport(onDone: () => void) {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const upload = useUpload(
    "The server was not reached. Please look at the list of places before you try again.",
  );
  const utils = trpc.useUtils();
  const restart = () => setState({ step: "choose" });

  /** The columns of a list that was refused, if it lacks some and can be read otherwise. */
  async function columnsOf(file: File, map: ListMap | undefined): Promise<ListGuess | null> {
    try {
      const guess = listGuess.parse(await upload({ url: `${URL}/columns?${queryOf({ map })}`, file }));
      return guess.missing.length > 0 ? guess : null;
    } catch {
      return null;
    }
  }

  async function read(file: File, { stale = false, map }: ReadOptions = {}): Promise<void> {
    const onProgress = (share: number) => setState({ step: "reading", file, share });
    onProgress(0);
    try {
      const answer = await upload({ url: `${URL}/preview?${queryOf({ map })}`, file, onProgress });
      setState({ step: "preview", file, preview: importPreview.parse(answer), stale, map });
    } catch (error) {
      const guess = error instanceof NotSent && error.status === 400 ? await columnsOf(file, map) : null;
      if (guess) return setState({ step: "columns", file, guess, why: reasonOf(error, "") });
      setState({ step: "failed", why: reasonOf(error, "The server was not reached. Nothing was imported.") });
    }
  }

  async function write({ file, map, preview: seen }: Previewed): Promise<void> {
    const { preview, created, updated } = seen;
    setState({ step: "importing", places: created + updated });
    try {
      const report = importOutput.parse(await upload({ url: `${URL}?${queryOf({ preview, map })}`, file }));
      toast({
        title: "Places imported",
        description: outcomeOf(report),
      });
      onDone();
      restart();
    } catch (error) {
      if (error instanceof NotSent && error.status === 409) return read(file, { stale: true, map });
      setState({
        step: "failed",
        why: reasonOf(
          error,
          "The server was not reached. Please look at the list of places before you try again.",
        ),
      });
    } finally {
      await utils.invalidate();
    }
  }

  return { state, read, write, restart } as const;
}

interface ReadOptions {
  readonly stale?: boolean;
  readonly map?: ListMap | undefined;
}

type Previewed = Extract<ImportState, { step: "preview" }>;

const queryOf = ({ preview, map }: { readonly preview?: string; readonly map?: ListMap | undefined }) =>
  new URLSearchParams({ ...(preview && { preview }), ...(map && { map: JSON.stringify(map) }) });

const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof NotSent && error.status !== null ? error.message : otherwise;
