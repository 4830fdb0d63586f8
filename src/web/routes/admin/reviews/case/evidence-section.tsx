import { useState } from "react";
import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/case/schema.ts";
import { formatDay } from "../../../../lib/format/format-date.ts";
import { formatSize } from "../../../../lib/format/format-size.ts";
import { PdfPages } from "../../../../ui/pdf-pages/pdf-pages.tsx";
import { CASE } from "../content.ts";

type File = z.output<typeof claimCase>["evidence"][number];

const addressOf = ({ id }: File): string => `/api/reviews/evidence/${encodeURIComponent(id)}`;
const inlineOf = (file: File): string => `${addressOf(file)}?inline=true`;

/** The evidence files of a claim, with the chosen one open. */
export function EvidenceSection({ files }: { readonly files: readonly File[] }) {
  const [chosen, setChosen] = useState(files[0]?.id);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  return (
    <section className="evidence" aria-label={CASE.evidence}>
      <h3>{CASE.evidence}</h3>
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
        (file.removedAt ? <Removed file={file} at={file.removedAt} /> : <Opened key={file.id} file={file} />)}
    </section>
  );
}

function Opened({ file }: { readonly file: File }) {
  return (
    <>
      <div className="evidence-shown">
        {file.contentType === "application/pdf" ? (
          <PdfPages src={inlineOf(file)} label={file.name} failed={CASE.pdfFailed} />
        ) : (
          <Picture file={file} />
        )}
      </div>
      <p className="evidence-links">
        <a href={addressOf(file)} download={file.name}>
          {CASE.download}
        </a>
        {file.contentType.startsWith("image/") && (
          <a href={inlineOf(file)} target="_blank" rel="noopener noreferrer">
            {CASE.openAlone}
          </a>
        )}
      </p>
    </>
  );
}

function Picture({ file }: { readonly file: File }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="soft">{CASE.imageFailed}</p>;
  return <img src={inlineOf(file)} alt={file.name} onError={() => setFailed(true)} />;
}

/** Evidence files are deleted after the decision; the digest proves which they were. */
const Removed = ({ file, at }: { readonly file: File; readonly at: Date }) => (
  <div className="evidence-shown">
    <p className="soft">{CASE.removed(formatDay(at))}</p>
    <code>{file.digest}</code>
  </div>
);
