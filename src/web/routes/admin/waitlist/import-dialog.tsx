import { useState } from "react";
import type { ImportReport } from "../../../../modules/waitlist/schema.ts";
import { importOutput } from "../../../../modules/waitlist/schema.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FileDrop } from "../../../kit/form/file-drop.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { trpc } from "../../../lib/api.tsx";
import { NotSent } from "../../../lib/files/upload-file.ts";
import { useCsvUpload } from "../../../lib/files/use-csv-upload.ts";
import { useStepFocus } from "../../../lib/hooks/use-step-focus.ts";
import { IMPORT } from "./content.ts";

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
      title={IMPORT.title}
      description={IMPORT.text}
    >
      <div className="stack dialog-body" ref={body} tabIndex={-1}>
        {state.step === "sending" && <p role="status">{IMPORT.sending(state.file.name)}</p>}
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
              label={IMPORT.label}
              hint={IMPORT.columns}
              action={IMPORT.choose}
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
  const { created, updated, refused } = report;
  const isRefused = refused.length > 0 && !skipped;
  return (
    <>
      {isRefused ? (
        <Alert>{IMPORT.refused(refused.length)}</Alert>
      ) : (
        <Alert tone="info">{IMPORT.counts(created, updated)}</Alert>
      )}
      {refused.length > 0 && !isRefused && <p>{IMPORT.left(refused.length)}</p>}
      <RefusedLines refused={refused} />
      <div className="dialog-actions">
        {isRefused && (
          <Button look="quiet" onClick={onSkip}>
            {IMPORT.skip}
          </Button>
        )}
        {isRefused ? (
          <Button onClick={onRestart}>{IMPORT.another}</Button>
        ) : (
          <Button onClick={onClose}>{IMPORT.close}</Button>
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
        <li key={line}>{IMPORT.line(line, reason)}</li>
      ))}
      {more > 0 && <li>{IMPORT.more(more)}</li>}
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
  const upload = useCsvUpload(IMPORT.unreached);
  const utils = trpc.useUtils();

  async function send(file: File, skipped: boolean): Promise<void> {
    setState({ step: "sending", file });
    try {
      const url = skipped ? `${IMPORT_URL}?skipRefused=true` : IMPORT_URL;
      const report = importOutput.parse(await upload({ url, file }));
      setState({ step: "answered", file, report, skipped });
      if (report.created + report.updated > 0) await utils.admin.waitlist.invalidate();
    } catch (error) {
      setState({ step: "failed", why: error instanceof NotSent ? error.message : IMPORT.unreached });
    }
  }

  return { state, send, restart: () => setState({ step: "choose" }) } as const;
}
