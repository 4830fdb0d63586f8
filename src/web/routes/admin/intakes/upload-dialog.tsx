import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { intake } from "../../../../modules/places/intake/schema.ts";
import { type ListGuess, type ListMap, listGuess } from "../../../../shared/list-columns.ts";
import { FILE_SOURCES, type FileSource } from "../../../../shared/places/sources.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { CityField } from "../../../kit/form/city-field.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { FileChoosers } from "../../../kit/form/file-drop.tsx";
import { ListColumns } from "../../../kit/form/list-columns.tsx";
import { LIST_FIELDS } from "../../../kit/form/place-labels.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import { textOf } from "../../../lib/form.ts";
import { NotSent, useUpload } from "../../../lib/upload.ts";
import { withIntake } from "./search-params.ts";
import { SOURCE_NAMES } from "./words.ts";

interface UploadDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Reads a file of places and shows what it would do; nothing is written before that was seen. */
export function UploadDialog({ open, onClose }: UploadDialogProps) {
  const { state, begin, plan, restart } = usePlan(onClose);
  const body = useStepFocus(state.step);
  const isBusy = state.step === "busy";
  function close(): void {
    onClose();
    restart();
  }
  return (
    <Dialog
      open={open}
      held={isBusy}
      onOpenChange={(next) => !next && close()}
      title="Upload a file of places"
      description="Preview its changes first. Nothing is written until you apply them."
    >
      <div className="stack dialog-body" ref={body} tabIndex={-1}>
        {isBusy && (
          <p role="status" className="busy" aria-busy>
            {state.line}
          </p>
        )}
        {state.step === "columns" && (
          <Columns guess={state.guess} onSubmit={(map) => void plan(state.asked, map)} />
        )}
        <div hidden={state.step !== "form"}>
          <FileForm
            fields={state.step === "form" ? state.fields : {}}
            onSubmit={(asked) => void begin(asked)}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface ColumnsProps {
  readonly guess: ListGuess;
  readonly onSubmit: (map: ListMap) => void;
}

/** What the columns of a table are taken for. */
const Columns = ({ guess: { columns, missing }, onSubmit }: ColumnsProps) => (
  <>
    {missing.length > 0 && (
      <Alert tone="warning">{`No column was recognized as: ${missing.join(", ")}. Say which one it is.`}</Alert>
    )}
    <ListColumns
      columns={columns}
      missing={missing.filter((field) => OF_ALL_ROWS.has(field))}
      labels={LIST_FIELDS}
      action="Use these columns"
      onSubmit={onSubmit}
    />
  </>
);

/** Fields that all places of a list may share. */
const OF_ALL_ROWS = new Set(["category", "city", "state"]);

interface Asked {
  readonly source: FileSource;
  readonly release: string;
  readonly city: string;
  readonly file: File;
}

interface FileFormProps {
  readonly fields: Readonly<Record<string, string>>;
  readonly onSubmit: (asked: Asked) => void;
}

function FileForm({ fields, onSubmit }: FileFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<FileSource | null>(null);
  const [isMissing, setMissing] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setMissing(true);
    if (source && file)
      onSubmit({ source, file, release: textOf(form, "release"), city: textOf(form, "city") });
  }
  return (
    <form className="dialog-form" aria-label="Upload a file of places" noValidate onSubmit={submit}>
      <SelectField
        label="Source"
        name="source"
        required
        value={source ?? ""}
        onChange={({ currentTarget: { value } }) =>
          setSource(FILE_SOURCES.find((each) => each === value) ?? null)
        }
        error={isMissing && source === null ? CHOOSE_SOURCE : fields.source}
      >
        <option value="">{CHOOSE_SOURCE}</option>
        {FILE_SOURCES.map((each) => (
          <option key={each} value={each}>
            {SOURCE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <Field
        label="Release (optional)"
        name="release"
        placeholder="2026-11"
        maxLength={100}
        autoComplete="off"
        error={fields.release}
      />
      <CityField
        label="Only this city (optional)"
        name="city"
        error={fields.city}
        note="Leave this empty to include every place in the file. Places of this source that the file lacks count as no longer in the source."
      />
      <FileField
        file={file}
        format={source && FORMATS[source]}
        error={isMissing && file === null ? "Choose a file" : fields.file}
        onFile={setFile}
      />
      <div className="dialog-actions">
        <Button type="submit">Preview changes</Button>
      </div>
    </form>
  );
}

const CHOOSE_SOURCE = "Choose a source";

interface FileFieldProps {
  readonly file: File | null;
  /** What is chosen, in words; null until its source is. */
  readonly format: string | null;
  readonly error: string | undefined;
  readonly onFile: (file: File) => void;
}

const FileField = ({ file, format, error, onFile }: FileFieldProps) => (
  <div className="field">
    <p>
      {file === null ? (
        format
      ) : (
        <strong>
          <bdi>{file.name}</bdi>
        </strong>
      )}
    </p>
    <FileChoosers
      action={file === null ? "Choose a file" : "Choose another file"}
      accept=""
      describedBy="upload-dialog-size"
      multiple={false}
      onFiles={([chosen]) => chosen && onFile(chosen)}
    />
    <p id="upload-dialog-size" className="soft">
      Up to 200 MiB. For larger files, use <code>rihla poi intake</code>.
    </p>
    {error && (
      <p className="field-error" role="alert">
        {error}
      </p>
    )}
  </div>
);

/** What each source publishes. */
const FORMATS: Readonly<Record<FileSource, string>> = {
  overture: "A GeoParquet file of the theme places",
  foursquare: "A Parquet or CSV file of OS Places",
  osm: "Overpass JSON, GeoJSON or PBF",
  alltheplaces: "A GeoJSON file of one spider or all of them",
  geojson: "A GeoJSON file of points",
  csv: "A table of places with a header; you see what its columns are taken for",
};

type State =
  | { readonly step: "form"; readonly fields: Readonly<Record<string, string>> }
  | { readonly step: "busy"; readonly line: string }
  /** What the columns of a table are taken for. */
  | { readonly step: "columns"; readonly asked: Asked; readonly guess: ListGuess };

const FORM: State = { step: "form", fields: {} };
const FIELDS = new Set(["source", "release", "city", "file"]);
const UNREACHED = "The server was not reached. Nothing was written.";
const HEAD_BYTES = 1_024 * 1_024; // enough rows to recognize columns by

/** Sends a file as a plan and opens it. */
function usePlan(onPlanned: () => void) {
  const [state, setState] = useState<State>(FORM);
  const uploadHead = useUpload(UNREACHED);
  const upload = useUpload(UNREACHED, "application/octet-stream");
  const utils = trpc.useUtils();
  const navigate = useNavigate();

  function refuse(error: unknown): void {
    if (!(error instanceof NotSent)) throw error;
    const isAtField = Object.keys(error.fields).some((field) => FIELDS.has(field));
    setState({ step: "form", fields: isAtField ? error.fields : { file: error.sentence } });
  }

  /** A table shows first what its columns are taken for. */
  async function begin(asked: Asked): Promise<void> {
    if (asked.source !== "csv") return plan(asked);
    setState({ step: "busy", line: `Reading the columns of ${asked.file.name}…` });
    try {
      const head = asked.file.slice(0, HEAD_BYTES);
      const guess = listGuess.parse(await uploadHead({ url: "/api/admin/pois/import/columns", file: head }));
      setState({ step: "columns", asked, guess });
    } catch (error) {
      refuse(error);
    }
  }

  async function plan({ file, ...asked }: Asked, map?: ListMap): Promise<void> {
    const query = new URLSearchParams({
      ...{ ...asked, name: file.name, dryRun: "true" },
      ...(map && { map: JSON.stringify(map) }),
    });
    const onProgress = (share: number) =>
      setState({
        step: "busy",
        line:
          share < 1
            ? `Sending ${file.name}: ${Math.floor(share * 100)}%`
            : `Comparing ${file.name} with the directory…`,
      });
    onProgress(0);
    try {
      const answer = await upload({ url: `/api/admin/intakes?${query}`, file, onProgress });
      const { id } = intake.pick({ id: true }).parse(answer);
      await utils.admin.intakes.invalidate();
      onPlanned();
      await navigate({ to: ".", search: withIntake(id) });
    } catch (error) {
      refuse(error);
    }
  }

  return { state, begin, plan, restart: () => setState(FORM) } as const;
}
