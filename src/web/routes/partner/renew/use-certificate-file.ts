import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { FILE_NAME_HEADER } from "../../../../shared/file-names.ts";
import { type Sending, uploadFile } from "../../../lib/files/upload-file.ts";
import { EVIDENCE_WORDS } from "../claim/content.ts";
import { problemOf } from "../claim/evidence.ts";

type CertificateFile = { readonly name: string } & (
  | { readonly state: "sending"; readonly share: number }
  | { readonly state: "kept"; readonly id: string }
  | { readonly state: "refused"; readonly problem: string }
);

const stored = z.object({ id: z.string() });

/** One file, uploaded as soon as it is chosen; another one takes its place. */
export function useCertificateFile() {
  const [file, setFile] = useState<CertificateFile | null>(null);
  const underWay = useRef<Sending | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  function choose([chosen]: readonly File[]): void {
    if (!chosen) return;
    underWay.current?.abort();
    const { name } = chosen;
    const problem = problemOf(chosen, 0);
    setFile(problem ? { name, state: "refused", problem } : { name, state: "sending", share: 0 });
    if (problem) return;
    const sending = uploadFile({
      url: "/partner/api/evidence",
      file: chosen,
      headers: { [FILE_NAME_HEADER]: encodeURIComponent(name), "Content-Type": "application/octet-stream" },
      onProgress: (share) => setFile({ name, state: "sending", share }),
      unreached: EVIDENCE_WORDS.unreached,
      inTurn: (send) => send(),
    });
    underWay.current = sending;
    void sending.answer.then(
      (answer) => setFile({ name, state: "kept", id: stored.parse(answer).id }),
      (error: unknown) => {
        if (underWay.current !== sending) return; // another file was chosen
        const sentence = error instanceof Error ? error.message : EVIDENCE_WORDS.unreached;
        setFile({ name, state: "refused", problem: sentence });
      },
    );
  }
  return { file, choose } as const;
}
