import { use, useState } from "react";
import { type ImportReport, importOutput } from "../../../../modules/waitlist/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { NotSent, uploadFile } from "../../../lib/files/upload-file.ts";
import { RecoveryContext } from "../../../lib/session/recovery.ts";
import { IMPORT } from "./content.ts";

const IMPORT_URL = "/api/admin/waitlist/import";

/** `failed`: the file as a whole was refused, or the server was not reached. */
export type ImportState =
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
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: "choose" });
  const recovery = use(RecoveryContext);
  const utils = trpc.useUtils();

  async function send(file: File, skipped: boolean): Promise<void> {
    setState({ step: "sending", file });
    try {
      const report = importOutput.parse(await upload(file, skipped));
      setState({ step: "answered", file, report, skipped });
      if (report.created + report.updated > 0) await utils.admin.waitlist.invalidate();
    } catch (error) {
      const isSignedOut = error instanceof NotSent && error.status === 401;
      if (isSignedOut && (await recovery.current?.signIn(true))) return send(file, skipped);
      setState({ step: "failed", why: error instanceof NotSent ? error.message : IMPORT.unreached });
    }
  }

  return { state, send, restart: () => setState({ step: "choose" }) } as const;
}

const upload = (file: File, skipRefused: boolean): Promise<unknown> =>
  uploadFile({
    url: skipRefused ? `${IMPORT_URL}?skipRefused=true` : IMPORT_URL,
    file,
    headers: { "Content-Type": "text/csv" },
    onProgress: () => {},
    unreached: IMPORT.unreached,
    inTurn: (run) => run(),
  }).answer;
