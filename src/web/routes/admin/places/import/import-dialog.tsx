import { type ReactNode, useState } from "react";
import { type ImportPreview, importPreview } from "../../../../../modules/places/import/preview/schema.ts";
import { importOutput } from "../../../../../modules/places/schema.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { FileDrop } from "../../../../kit/form/file-drop.tsx";
import { Alert } from "../../../../kit/page/alert.tsx";
import { Button } from "../../../../kit/page/button.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { NotSent } from "../../../../lib/files/upload-file.ts";
import { useCsvUpload } from "../../../../lib/files/use-csv-upload.ts";
import { useStepFocus } from "../../../../lib/hooks/use-step-focus.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { IMPORT, labelOf, SECTIONS, shownValue, summaryOf } from "./content.ts";

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
        <Button look="quiet" onClick={onRestart}>
          {IMPORT.another}
        </Button>
        {places > 0 && <Button onClick={onImport}>{IMPORT.submit(places)}</Button>}
      </div>
    </>
  );
}

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
    }
  | { readonly step: "importing"; readonly places: number };

/** Previews a file, and imports it as it was previewed. */
function usePlaceImport(onDone: () => void) {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const upload = useCsvUpload(IMPORT.unreached);
  const utils = trpc.useUtils();
  const restart = () => setState({ step: "choose" });

  async function read(file: File, stale = false): Promise<void> {
    const onProgress = (share: number) => setState({ step: "reading", file, share });
    onProgress(0);
    try {
      const answer = await upload({ url: `${URL}/preview`, file, onProgress });
      setState({ step: "preview", file, preview: importPreview.parse(answer), stale });
    } catch (error) {
      setState({ step: "failed", why: reasonOf(error, IMPORT.unreachedPreview) });
    }
  }

  async function write(file: File, { preview, created, updated }: ImportPreview): Promise<void> {
    setState({ step: "importing", places: created + updated });
    try {
      const report = importOutput.parse(await upload({ url: `${URL}?preview=${preview}`, file }));
      toast({ title: IMPORT.done, description: IMPORT.counts(report.created, report.updated) });
      onDone();
      restart();
    } catch (error) {
      if (error instanceof NotSent && error.status === 409) return read(file, true);
      setState({ step: "failed", why: reasonOf(error, IMPORT.unreached) });
    } finally {
      await utils.invalidate();
    }
  }

  return { state, read, write, restart } as const;
}

const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof NotSent && error.status !== null ? error.message : otherwise;

/** What to look at is open: new places that look like others, and lines that are left out. */
const PreviewLists = ({ preview }: { readonly preview: ImportPreview }) => (
  <div className="place-import-lists">
    <Section title={SECTIONS.alike} total={preview.alike} rows={preview.lookAlikes} open>
      {({ at, places, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
          <ul>
            {places.map((other) => (
              <li key={other.id ?? other.at}>
                {other.id === null && other.at !== undefined ? (
                  <span className="soft">{IMPORT.alikeLine(other.at)}: </span>
                ) : null}
                <Place place={other} id={other.id} />
              </li>
            ))}
          </ul>
        </Line>
      )}
    </Section>
    <Section title={SECTIONS.refused} total={preview.refused} rows={preview.refusals} open>
      {({ at, reason }) => (
        <Line key={at} at={at}>
          {reason}
        </Line>
      )}
    </Section>
    <Section title={SECTIONS.changed} total={preview.updated} rows={preview.changes}>
      {({ at, id, name, fields }) => (
        <Line key={at} at={at}>
          <Place place={{ name }} id={id} />
          <dl className="place-import-changes">
            {fields.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{labelOf(field)}</dt>
                <dd>
                  <del>
                    <bdi>{shownValue(field, before)}</bdi>
                  </del>{" "}
                  <ins>
                    <bdi>{shownValue(field, after)}</bdi>
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        </Line>
      )}
    </Section>
    <Section title={SECTIONS.created} total={preview.created} rows={preview.creations}>
      {({ at, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
        </Line>
      )}
    </Section>
  </div>
);

interface SectionProps<Row> {
  readonly title: (total: number) => string;
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly Row[];
  readonly open?: boolean;
  readonly children: (row: Row) => ReactNode;
}

function Section<Row>({ title, total, rows, open = false, children }: SectionProps<Row>) {
  if (total === 0) return null;
  return (
    <details open={open}>
      <summary>{title(total)}</summary>
      <ul>
        {rows.map(children)}
        {total > rows.length && <li className="place-import-more">{IMPORT.more(total - rows.length)}</li>}
      </ul>
    </details>
  );
}

const Line = ({ at, children }: { readonly at: number; readonly children: ReactNode }) => (
  <li>
    <span className="soft">{IMPORT.line(at)}</span>
    <div>{children}</div>
  </li>
);

interface PlaceProps {
  readonly place: { readonly name: string; readonly address?: string; readonly city?: string };
  /** Of a listed place: its record opens in another tab, so that the preview stays. */
  readonly id?: string | null;
}

const Place = ({ place: { name, address, city }, id }: PlaceProps) => (
  <>
    {id ? (
      <a href={`/admin/places?place=${encodeURIComponent(id)}`} target="_blank" rel="noopener">
        <bdi>{name}</bdi>
      </a>
    ) : (
      <bdi>{name}</bdi>
    )}
    {address !== undefined && (
      <span className="soft">
        , <bdi>{address}</bdi>, <bdi>{city}</bdi>
      </span>
    )}
  </>
);
