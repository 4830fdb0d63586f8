import { useState } from "react";
import { type ImportReport, importOutput } from "../../../../modules/waitlist/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { NotSent } from "../../../lib/files/upload-file.ts";
import { useCsvUpload } from "../../../lib/files/use-csv-upload.ts";
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
