import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { EVIDENCE_WORDS, RENEW } from "../../../../copy/en/partner-places.ts";
import { FILE_NAME_HEADER } from "../../../../shared/file-names.ts";
import { uploadFile } from "../../../lib/upload.ts";
import { problemOf } from "../claim/evidence.ts";

type OneFile = { readonly name: string } & (
  | { readonly state: "sending"; readonly share: number }
  | { readonly state: "kept"; readonly id: string }
  | { readonly state: "refused"; readonly problem: string }
);

export function wordOf(file: OneFile): string {
  if (file.state === "kept") return RENEW.uploaded;
  return file.state === "refused" ? file.problem : RENEW.uploading(Math.round(file.share * 100));
}

const stored = z.object({ id: z.string() });

/** One file, uploaded as soon as it is chosen; another one takes its place. `prepare` makes what is sent of it. */
export function useOneFile(prepare: (file: File) => Promise<File> = async (file) => file) {
  const [file, setFile] = useState<OneFile | null>(null);
  /** Of the file that was chosen last. */
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);

  async function choose([chosen]: readonly File[]): Promise<void> {
    if (!chosen) return;
    stop.current();
    let isCurrent = true;
    stop.current = () => {
      isCurrent = false;
    };
    const show = (shown: OneFile) => isCurrent && setFile(shown);
    show({ name: chosen.name, state: "sending", share: 0 });
    const prepared = await prepare(chosen);
    if (!isCurrent) return;
    const { name } = prepared;
    const problem = problemOf(prepared, 0);
    if (problem) return void show({ name, state: "refused", problem });
    const { answer, abort } = uploadFile({
      url: "/partner/api/evidence",
      file: prepared,
      headers: { [FILE_NAME_HEADER]: encodeURIComponent(name), "Content-Type": "application/octet-stream" },
      onProgress: (share) => show({ name, state: "sending", share }),
      unreached: EVIDENCE_WORDS.unreached,
      inTurn: (send) => send(),
    });
    stop.current = () => {
      isCurrent = false;
      abort();
    };
    await answer.then(
      (sent) => show({ name, state: "kept", id: stored.parse(sent).id }),
      (error: unknown) => {
        const sentence = error instanceof Error ? error.message : EVIDENCE_WORDS.unreached;
        show({ name, state: "refused", problem: sentence });
      },
    );
  }
  return { file, choose: (files: readonly File[]) => void choose(files) } as const;
}
