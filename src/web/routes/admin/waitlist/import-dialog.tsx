import { useState } from "react";
import type { ImportReport } from "../../../../modules/waitlist/schema.ts";
import { importOutput } from "../../../../modules/waitlist/schema.ts";
import { counted } from "../../../../shared/format.ts";
import { type ListGuess, type ListMap, listGuess } from "../../../../shared/list-columns.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { ListColumns } from "../../../kit/form/list-columns.tsx";
import { saveRefusedRows } from "../../../kit/form/refused-rows.ts";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import { NotSent, useUpload } from "../../../lib/upload.ts";

/** Refused lines that are listed; the others are counted. */
const LINES_SHOWN = 20;

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Imports a CSV file. If lines are refused, nothing is imported until the other lines are asked for. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { state, open: choose, send, restart } = useImport();
  const body = useStepFocus(state.step);
  function close(): void {
    onClose();
    restart();
  }
  return (
    <Dialog
      open={open}
      held={state.step === "sending"}
      onOpenChange={(next) => !next && close()}
      title="Import a list"
      description="Add people who agreed elsewhere, such as at a fair. No email is sent to them now."
    >
      <div className="stack dialog-body" ref={body} tabIndex={-1}>
        {state.step === "sending" && <p role="status">{`Importing ${state.file.name}…`}</p>}
        {state.step === "failed" && <Alert>{state.why}</Alert>}
        {state.step === "answered" ? (
          <Outcome
            {...state}
            onSkip={() => void send(state.file, state.said, true)}
            onRestart={restart}
            onClose={close}
          />
        ) : state.step === "columns" ? (
          <Columns {...state} onSend={(said) => void send(state.file, said, false)} />
        ) : (
          <div hidden={state.step === "sending"}>
            <FileDrop
              label="A CSV file, up to 10 MiB"
              hint="A list with an email address in each row, how and when these people agreed, and if you have them first names and cities. Exports of Mailchimp, Kit, Substack, listmonk, GetWaitlist and Brevo are read as they are: what they do not say of consent, you say once for the whole list."
              action="Choose a file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              onFiles={([file]) => file && void choose(file)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** What a column of a list can hold. */
const FIELDS = {
  email: "Email",
  firstName: "First name",
  fullName: "Full name",
  city: "City",
  isBetaTester: "Wants to test the beta",
  consentSource: "How the person agreed",
  consentAt: "When the person agreed",
  mayBeWrittenTo: "May be written to",
} as const;

interface ColumnsProps extends Pick<Extract<ImportState, { step: "columns" }>, "guess"> {
  readonly onSend: (said: Said) => void;
}

/** What the columns are taken for, and what the list does not say of consent. */
function Columns({ guess: { columns, missing }, onSend }: ColumnsProps) {
  const lacksConsent = missing.filter((name) => name.startsWith("consent"));
  function submit(map: ListMap, form: FormData): void {
    const consentSource = String(form.get("consentSource") ?? "").trim();
    const consentAt = String(form.get("consentAt") ?? "");
    onSend({ map, ...(consentSource && { consentSource }), ...(consentAt && { consentAt }) });
  }
  return (
    <ListColumns columns={columns} labels={FIELDS} action="Import the list" onSubmit={submit}>
      {missing.includes("email") && <Alert>Please say which column has the email addresses.</Alert>}
      {lacksConsent.length > 0 && (
        <p>
          This list does not say {lacksConsent.includes("consentSource") ? "how" : "when"} its people agreed
          to emails. What you say here is recorded as said of the whole list.
        </p>
      )}
      {lacksConsent.includes("consentSource") && (
        <Field label="How these people agreed" name="consentSource" required autoComplete="off" />
      )}
      {lacksConsent.includes("consentAt") && (
        <Field label="When these people agreed" name="consentAt" type="date" required autoComplete="off" />
      )}
    </ListColumns>
  );
}

interface OutcomeProps {
  readonly file: File;
  readonly guess: ListGuess;
  readonly report: ImportReport;
  /** Whether refused lines were to be left out. */
  readonly skipped: boolean;
  readonly onSkip: () => void;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

function Outcome({ file, guess, report, skipped, onSkip, onRestart, onClose }: OutcomeProps) {
  const { created, updated, unchanged, refused, left = [], ignored = [] } = report;
  const toMend = [...refused, ...left].map(({ line, reason }) => ({ at: line, reason }));
  const isRefused = refused.length > 0 && !skipped;
  return (
    <>
      {isRefused ? (
        <Alert>{`Nothing was imported, because ${lines(refused.length)} cannot be read:`}</Alert>
      ) : (
        <Alert tone="info">{`${people(created)} added, ${people(updated + unchanged)} on the waitlist already.`}</Alert>
      )}
      {refused.length > 0 && !isRefused && (
        <p>{`${lines(refused.length)} could not be read and were left out:`}</p>
      )}
      <RefusedLines refused={refused} />
      {left.length > 0 && <p>{`${lines(left.length)} lost a value that cannot be read:`}</p>}
      <RefusedLines refused={left} />
      {ignored.length > 0 && <p className="soft">{`Columns that are not taken: ${ignored.join(", ")}`}</p>}
      {toMend.length > 0 && (
        <p>
          <Button look="quiet" onClick={() => void saveRefusedRows(file, guess, toMend)}>
            Download these lines with the reasons
          </Button>
        </p>
      )}
      <div className="dialog-actions">
        {isRefused && (
          <Button look="quiet" onClick={onSkip}>
            Import the other lines
          </Button>
        )}
        {isRefused ? (
          <Button onClick={onRestart}>Choose another file</Button>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
      </div>
    </>
  );
}

function RefusedLines({ refused }: Pick<ImportReport, "refused">) {
  if (refused.length === 0) return null;
  const more = refused.length - LINES_SHOWN;
  return (
    <ul className="import-lines">
      {refused.slice(0, LINES_SHOWN).map(({ line, reason }) => (
        <li key={line}>{`Line ${line}: ${reason}`}</li>
      ))}
      {more > 0 && <li>{`and ${lines(more)} more`}</li>}
    </ul>
  );
}

const IMPORT_URL = "/api/admin/waitlist/import";

/** `failed`: the file as a whole was refused, or the server was not reached. */
type ImportState =
  | { readonly step: "choose" }
  | { readonly step: "sending"; readonly file: File }
  | { readonly step: "failed"; readonly why: string }
  | { readonly step: "columns"; readonly file: File; readonly guess: ListGuess }
  | {
      readonly step: "answered";
      readonly file: File;
      readonly guess: ListGuess;
      readonly said: Said;
      readonly report: ImportReport;
      readonly skipped: boolean;
    };

/** What a person says of a list. */
interface Said {
  readonly map?: ListMap;
  readonly consentSource?: string;
  readonly consentAt?: string;
}

const queryOf = ({ map, ...said }: Said & { readonly skipRefused?: string }) =>
  new URLSearchParams({ ...said, ...(map && { map: JSON.stringify(map) }) });

/** Uploads a list to the waitlist. */
function useImport() {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const upload = useUpload(UNREACHED);
  const utils = trpc.useUtils();

  async function guessOf(file: File, said: Said): Promise<ListGuess> {
    return listGuess.parse(await upload({ url: `${IMPORT_URL}/columns?${queryOf(said)}`, file }));
  }

  /** Imports a list that is clear at once, and asks about any other. */
  async function open(file: File): Promise<void> {
    setState({ step: "sending", file });
    try {
      const guess = await guessOf(file, {});
      const isClear = guess.columns.every(({ by }) => by === "name") && guess.missing.length === 0;
      if (!isClear) return setState({ step: "columns", file, guess });
    } catch (error) {
      return setState({ step: "failed", why: error instanceof NotSent ? error.message : UNREACHED });
    }
    await send(file, {}, false);
  }

  async function send(file: File, said: Said, skipped: boolean): Promise<void> {
    setState({ step: "sending", file });
    try {
      const guess = await guessOf(file, said);
      if (guess.missing.length > 0) return setState({ step: "columns", file, guess });
      const query = queryOf({ ...said, ...(skipped && { skipRefused: "true" }) });
      const report = importOutput.parse(await upload({ url: `${IMPORT_URL}?${query}`, file }));
      setState({ step: "answered", file, guess, said, report, skipped });
      if (report.created + report.updated > 0) await utils.admin.waitlist.invalidate();
    } catch (error) {
      setState({ step: "failed", why: error instanceof NotSent ? error.message : UNREACHED });
    }
  }

  return { state, open, send, restart: () => setState({ step: "choose" }) } as const;
}

const people = (count: number) => counted(count, "person", "people");
const lines = (count: number) => counted(count, "line");

const UNREACHED = "The server was not reached. Nothing was imported.";
