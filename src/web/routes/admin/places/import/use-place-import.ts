import { useState } from "react";
import { type ImportPreview, importPreview } from "../../../../../modules/places/import/preview/schema.ts";
import { importOutput } from "../../../../../modules/places/schema.ts";
import { trpc } from "../../../../lib/api.tsx";
import { NotSent } from "../../../../lib/files/upload-file.ts";
import { useCsvUpload } from "../../../../lib/files/use-csv-upload.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { IMPORT } from "./content.ts";

const URL = "/api/admin/pois/import";

export type ImportState =
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
export function usePlaceImport(onDone: () => void) {
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
