import type { PDFDocumentProxy } from "pdfjs-dist";
import worker from "pdfjs-dist/build/pdf.worker.min.mjs" with { type: "file" };
import { useEffect, useRef, useState } from "react";
import { Skeleton } from "../../../../kit/page/states.tsx";

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

const MAX_PAGES = 40; // evidence files are short; longer ones can be downloaded
const MAX_PIXEL_RATIO = 2; // device pixels per CSS pixel; more costs memory without visible gain
const MAX_PIXELS = 60_000_000; // of all pages together: 240 MB; a page of a longer document is less sharp
const MAX_ASPECT_RATIO = 4; // a page's height relative to the frame's width; even a long receipt is below it

/**
 * The scale at which a page is as wide as its frame, in device pixels. A page that is far taller than wide is scaled by
 * its height: by its width alone, a page of one point by a mile would take gigabytes.
 */
export function scaleOf(page: { width: number; height: number }, frame: number, pixelRatio: number): number {
  const byWidth = frame / Math.max(page.width, 1);
  const byHeight = (frame * MAX_ASPECT_RATIO) / Math.max(page.height, 1);
  return Math.min(byWidth, byHeight) * Math.min(MAX_PIXEL_RATIO, pixelRatio);
}

/** A scale at which all pages together stay within `MAX_PIXELS`. */
export const withinPixels = (scale: number, page: { width: number; height: number }, pages: number): number =>
  Math.min(scale, Math.sqrt(MAX_PIXELS / Math.max(pages * page.width * page.height, 1)));

type Pdf = PDFDocumentProxy;

/** Loads a same-origin document, until `signal` is aborted. Throws if it cannot be loaded or read. */
async function openPdf(src: string, signal: AbortSignal): Promise<Pdf> {
  const pdf = await import("pdfjs-dist");
  pdf.GlobalWorkerOptions.workerSrc = worker;
  const answer = await fetch(src, { signal, credentials: "same-origin" });
  if (!answer.ok) throw new Error(`The document answered ${answer.status}`);
  const task = pdf.getDocument({
    data: await answer.arrayBuffer(),
    enableXfa: false,
    // The CSP forbids WebAssembly; the build puts JavaScript decoders for scans here.
    useWasm: false,
    wasmUrl: `/assets/pdf-${pdf.version}/`,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  signal.addEventListener("abort", () => void task.destroy());
  return task.promise;
}

interface Painting {
  /** The document's name. */
  readonly label: string;
  /** Clockwise, in degrees. */
  readonly rotation: number;
}

/**
 * Renders the pages into an element, one canvas each, as wide as the element. A page that is already there stays until
 * its new one is painted. Stops when `signal` is aborted.
 */
async function paintPages(
  document: Pdf,
  into: HTMLElement,
  { label, rotation }: Painting,
  signal: AbortSignal,
): Promise<void> {
  const count = Math.min(document.numPages, MAX_PAGES);
  const width = into.clientWidth;
  for (let number = 1; number <= count && !signal.aborted; number += 1) {
    const page = await document.getPage(number);
    const canvas = into.ownerDocument.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${label}, page ${number} of ${document.numPages}`);
    const turned = { rotation: (page.rotate + rotation) % 360 };
    const plain = page.getViewport({ ...turned, scale: 1 });
    const scale = withinPixels(scaleOf(plain, width, window.devicePixelRatio), plain, count);
    const viewport = page.getViewport({ ...turned, scale });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport }).promise;
    if (signal.aborted) return;
    const before = into.children[number - 1];
    if (before) before.replaceWith(canvas);
    else into.append(canvas);
  }
}
