import { type ReactNode, useState } from "react";
import { type ImportPreview, importPreview } from "../../../../modules/places/import/preview/schema.ts";
import { importOutput } from "../../../../modules/places/schema.ts";
import { formatPhone } from "../../../../shared/phone.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import { toast } from "../../../lib/toast.ts";
import { NotSent, useCsvUpload } from "../../../lib/upload.ts";
import { FIELD_LABELS } from "./labels.ts";

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
        {state.step === "preview" ? (
          <Preview {...state} onImport={() => void write(state.file, state.preview)} onRestart={restart} />
        ) : (
          <div hidden={isBusy}>
            <FileDrop
              label="A CSV file, up to 10 MiB"
              hint="Columns: name, address, city, state and category, and if you have them placeId, zipCode, phone, website, subcategory, halalCertificate, latitude and longitude. A place that is listed already is updated."
              action="Choose a file"
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
  if (state.step === "importing") return `Importing ${places(state.places)}…`;
  if (state.step !== "reading") return null;
  return state.share < 1
    ? `Sending ${state.file.name}: ${Math.floor(state.share * 100)}%`
    : `Reading ${state.file.name} and comparing it with the directory…`;
}

interface PreviewProps extends Pick<Extract<ImportState, { step: "preview" }>, "file" | "preview" | "stale"> {
  readonly onImport: () => void;
  readonly onRestart: () => void;
}

function Preview({ file, preview, stale, onImport, onRestart }: PreviewProps) {
  const places = preview.created + preview.updated;
  return (
    <>
      {stale && (
        <Alert>
          The places have changed since the preview, so nothing was imported. This is what the import would do
          now.
        </Alert>
      )}
      <p>
        <strong>
          <bdi>{file.name}</bdi>
        </strong>
        <span className="table-sub">{summaryOf(preview)}</span>
      </p>
      <PreviewLists preview={preview} />
      <p className="soft">
        {places > 0
          ? "An import cannot be undone as a whole: new places can be deleted one by one, and the earlier values of changed places are lost."
          : "There is nothing to import: every place in this file is already listed with the same details."}
      </p>
      <div className="dialog-actions">
        <Button look="quiet" onClick={onRestart}>
          Choose another file
        </Button>
        {places > 0 && <Button onClick={onImport}>{`Import ${count(places, "place", "places")}`}</Button>}
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
  const upload = useCsvUpload(
    "The server was not reached. Please look at the list of places before you try again.",
  );
  const utils = trpc.useUtils();
  const restart = () => setState({ step: "choose" });

  async function read(file: File, stale = false): Promise<void> {
    const onProgress = (share: number) => setState({ step: "reading", file, share });
    onProgress(0);
    try {
      const answer = await upload({ url: `${URL}/preview`, file, onProgress });
      setState({ step: "preview", file, preview: importPreview.parse(answer), stale });
    } catch (error) {
      setState({ step: "failed", why: reasonOf(error, "The server was not reached. Nothing was imported.") });
    }
  }

  async function write(file: File, { preview, created, updated }: ImportPreview): Promise<void> {
    setState({ step: "importing", places: created + updated });
    try {
      const report = importOutput.parse(await upload({ url: `${URL}?preview=${preview}`, file }));
      toast({
        title: "Places imported",
        description: outcomeOf(report),
      });
      onDone();
      restart();
    } catch (error) {
      if (error instanceof NotSent && error.status === 409) return read(file, true);
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

const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof NotSent && error.status !== null ? error.message : otherwise;

/** What to look at is open: new places that look like others, and lines that are left out. */
const PreviewLists = ({ preview }: { readonly preview: ImportPreview }) => (
  <div className="place-import-lists">
    <Section title="May be listed already" total={preview.alike} rows={preview.lookAlikes} open>
      {({ at, places, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
          <ul>
            {places.map((other) => (
              <li key={other.id ?? other.at}>
                {other.id === null && other.at !== undefined ? (
                  <span className="soft">{`line ${other.at} of this file`}: </span>
                ) : null}
                <Place place={other} id={other.id} />
              </li>
            ))}
          </ul>
        </Line>
      )}
    </Section>
    <Section
      title="Left out, or imported without a value"
      total={preview.refused + preview.withoutValues}
      rows={preview.refusals}
      open
    >
      {reasonLine}
    </Section>
    <Section title="Please check" total={preview.doubtful} rows={preview.doubts} open>
      {reasonLine}
    </Section>
    <Section title="Repeated" total={preview.repeated} rows={preview.replaced}>
      {({ at, by }) => reasonLine({ at, reason: `The same place as line ${by}, which replaces it` })}
    </Section>
    <Section title="Changed" total={preview.updated} rows={preview.changes}>
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
    <Section title="New" total={preview.created} rows={preview.creations}>
      {({ at, ...place }) => (
        <Line key={at} at={at}>
          <Place place={place} />
        </Line>
      )}
    </Section>
  </div>
);

interface SectionProps<Row> {
  readonly title: string;
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly Row[];
  readonly open?: boolean;
  readonly children: (row: Row) => ReactNode;
}

const reasonLine = ({ at, reason }: ImportPreview["refusals"][number]) => (
  <Line key={at} at={at}>
    {reason}
  </Line>
);

const SHOWN = 100; // rows of a section at first, and with each click

function Section<Row>({ title, total, rows, open = false, children }: SectionProps<Row>) {
  const [most, setMost] = useState(SHOWN);
  const shown = rows.slice(0, most);
  if (total === 0) return null;
  return (
    <details open={open}>
      <summary>{`${title}: ${total.toLocaleString("en-US")}`}</summary>
      <ul>
        {shown.map(children)}
        {total > shown.length && (
          <li className="place-import-more">
            {rows.length > most ? (
              <Button look="quiet" onClick={() => setMost(most + SHOWN)}>
                {`Show ${Math.min(SHOWN, rows.length - most)} more of ${total.toLocaleString("en-US")}`}
              </Button>
            ) : (
              `and ${(total - shown.length).toLocaleString("en-US")} more`
            )}
          </li>
        )}
      </ul>
    </details>
  );
}

const Line = ({ at, children }: { readonly at: number; readonly children: ReactNode }) => (
  <li>
    <span className="soft">{`Line ${at}`}</span>
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

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
const places = (n: number): string => count(n, "place", "places");
const lines = (n: number): string => count(n, "line", "lines");

type Counts = Pick<ImportPreview, "created" | "updated" | "refused">;

const outcomeOf = ({ created, updated, refused }: Counts): string =>
  [
    `${places(created)} added, ${updated.toLocaleString("en-US")} changed`,
    ...(refused > 0 ? [`${lines(refused)} left out`] : []),
  ].join(", ");

/** What the file holds, in a sentence. */
function summaryOf({ read, unchanged, repeated }: ImportPreview): string {
  const parts = [
    `${lines(read)} read`,
    ...(unchanged > 0 ? [`${places(unchanged)} stay as they are`] : []),
    ...(repeated > 0 ? [`${lines(repeated)} repeated by a later one`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** A field by its label, and its values as staff read them. */
const labelOf = (field: string): string =>
  field === "halalVerificationStatus"
    ? "Halal tier"
    : field in FIELD_LABELS
      ? FIELD_LABELS[field as keyof typeof FIELD_LABELS]
      : field;

type Value = ImportPreview["changes"][number]["fields"][number]["before"];

function shownValue(field: string, value: Value): string {
  if (value === null || value === "") return "empty";
  if (field === "phone") return formatPhone(String(value));
  return value in TIER_NAMES ? TIER_NAMES[value as keyof typeof TIER_NAMES] : String(value);
}
