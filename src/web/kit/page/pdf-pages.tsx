import { useEffect, useRef, useState } from "react";
import { openPdf, type Pdf, paintPages } from "../../lib/files/pdf.ts";
import { Skeleton } from "./states.tsx";

interface PdfPagesProps {
  /** A same-origin URL. */
  readonly src: string;
  /** The document's name. */
  readonly label: string;
  /** Shown if the document cannot be rendered. */
  readonly failed: string;
  /** How many times as wide as the frame the pages are shown; they are painted as sharp as that. */
  readonly zoom: number;
  /** Clockwise, in degrees. */
  readonly rotation: number;
}

const SETTLED = 200; // milliseconds after the last step of a zoom

/** A document's pages, rendered to canvases: nothing in it can run, and every browser shows it. */
export function PdfPages({ src, label, failed, zoom, rotation }: PdfPagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    const leaving = new AbortController();
    openPdf(src, leaving.signal).then(
      (opened) => leaving.signal.aborted || setPdf(opened),
      () => leaving.signal.aborted || setState("failed"),
    );
    return () => leaving.abort();
  }, [src]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zoom changes the width that is painted
  useEffect(() => {
    const into = frame.current;
    if (!into || !pdf) return;
    const leaving = new AbortController();
    const paint = () =>
      paintPages(pdf, into, { label, rotation }, leaving.signal).then(
        () => leaving.signal.aborted || setState("shown"),
        () => leaving.signal.aborted || setState("failed"),
      );
    const timer = setTimeout(paint, into.childElementCount === 0 ? 0 : SETTLED);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [pdf, label, rotation, zoom]);
  return (
    <>
      {state === "loading" && <Skeleton rows={4} />}
      {state === "failed" && <p className="soft">{failed}</p>}
      <div ref={frame} className="pdf-pages" />
    </>
  );
}
