import { useState } from "react";
import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/schema.ts";
import { formatDay, formatSize } from "../../../../../shared/format.ts";
import { Button } from "../../../../kit/page/button.tsx";
import { CASE } from "../content.ts";
import { CompareDialog } from "../viewer/compare-dialog.tsx";
import { FileViewer } from "../viewer/file-viewer.tsx";

type File = z.output<typeof claimCase>["evidence"][number];

/** The evidence files of a claim, with the chosen one open. */
export function EvidenceSection({ files }: { readonly files: readonly File[] }) {
  const [chosen, setChosen] = useState(files[0]?.id);
  const [comparing, setComparing] = useState(false);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  const kept = files.filter(({ removedAt }) => removedAt === null);
  return (
    <section className="evidence" aria-label={CASE.evidence}>
      <div className="evidence-head">
        <h3>{CASE.evidence}</h3>
        {kept.length > 1 && (
          <Button look="quiet" className="button-tiny" onClick={() => setComparing(true)}>
            Side by side
          </Button>
        )}
      </div>
      {/* Mounted only while it is open: to load a file is to have opened it, which is recorded. */}
      {comparing && <CompareDialog files={kept} first={file?.id ?? ""} open onOpenChange={setComparing} />}
      <ul className="evidence-files">
        {files.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className="evidence-file"
              aria-pressed={each.id === file?.id}
              onClick={() => setChosen(each.id)}
            >
              <bdi>{each.name}</bdi>
              <span className="soft">{formatSize(each.bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      {file &&
        (file.removedAt ? (
          <Removed file={file} at={file.removedAt} />
        ) : (
          <FileViewer key={file.id} file={file} />
        ))}
    </section>
  );
}

/** Evidence files are deleted after the decision; the digest proves which they were. */
const Removed = ({ file, at }: { readonly file: File; readonly at: Date }) => (
  <div className="evidence-shown">
    <p className="soft">{`The file was deleted on ${formatDay(at)}. Its fingerprint stays:`}</p>
    <code>{file.digest}</code>
  </div>
);
