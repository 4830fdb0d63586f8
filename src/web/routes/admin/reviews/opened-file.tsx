import { useState } from "react";
import { PdfPages } from "../../../ui/pdf-pages/pdf-pages.tsx";
import { CASE } from "./content.ts";

interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
}

const addressOf = ({ id }: ShownFile): string => `/api/reviews/evidence/${encodeURIComponent(id)}`;
const inlineOf = (file: ShownFile): string => `${addressOf(file)}?inline=true`;

/** An evidence file, shown large. */
export function OpenedFile({ file }: { readonly file: ShownFile }) {
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

function Picture({ file }: { readonly file: ShownFile }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="soft">{CASE.imageFailed}</p>;
  return <img src={inlineOf(file)} alt={file.name} onError={() => setFailed(true)} />;
}
