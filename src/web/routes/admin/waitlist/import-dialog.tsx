import { useState } from "react";
import type { ImportReport } from "../../../../modules/waitlist/schema.ts";
import { importOutput } from "../../../../modules/waitlist/schema.ts";
import { counted } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useStepFocus } from "../../../lib/focus.ts";
import { NotSent, useCsvUpload } from "../../../lib/upload.ts";

/** Refused lines that are listed; the others are counted. */
const LINES_SHOWN = 20;

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Imports a CSV file. If lines are refused, nothing is imported until the other lines are asked for. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { state, send, restart } = useImport();
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
            onSkip={() => void send(state.file, true)}
            onRestart={restart}
            onClose={close}
          />
        ) : (
          <div hidden={state.step === "sending"}>
            <FileDrop
              label="A CSV file, up to 10 MiB"
              hint="Columns: firstName, email, consentSource (how they agreed) and consentAt (when), and if you have them city and isBetaTester."
              action="Choose a file"
              accept=".csv,text/csv"
              onFiles={([file]) => file && void send(file, false)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface OutcomeProps {
  readonly report: ImportReport;
  /** Whether refused lines were to be left out. */
  readonly skipped: boolean;
  readonly onSkip: () => void;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

function Outcome({ report, skipped, onSkip, onRestart, onClose }: OutcomeProps) {
  const { created, updated, unchanged, refused } = report;
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
  | {
      readonly step: "answered";
      readonly file: File;
      readonly report: ImportReport;
      readonly skipped: boolean;
    };

/** Uploads a list to the waitlist. */
function useImport() {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const upload = useCsvUpload(UNREACHED);
  const utils = trpc.useUtils();

  async function send(file: File, skipped: boolean): Promise<void> {
    setState({ step: "sending", file });
    try {
      const url = skipped ? `${IMPORT_URL}?skipRefused=true` : IMPORT_URL;
      const report = importOutput.parse(await upload({ url, file }));
      setState({ step: "answered", file, report, skipped });
      if (report.created + report.updated > 0) await utils.admin.waitlist.invalidate();
    } catch (error) {
      setState({ step: "failed", why: error instanceof NotSent ? error.message : UNREACHED });
    }
  }

  return { state, send, restart: () => setState({ step: "choose" }) } as const;
}

const people = (count: number) => counted(count, "person", "people");
const lines = (count: number) => counted(count, "line");

const UNREACHED = "The server was not reached. Nothing was imported.";
