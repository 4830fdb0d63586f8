import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { z } from "zod";
import { PROOFS } from "../../../../../copy/en/partner-places.ts";
import type { claimCase } from "../../../../../modules/reviews/schema.ts";
import { formatDay, formatSize } from "../../../../../shared/format.ts";
import { useShortcuts } from "../../../../kit/commands/use-shortcuts.ts";
import { Button } from "../../../../kit/controls/button.tsx";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { Pick } from "../../../../kit/table/toolbar.tsx";
import { CASE } from "./case.tsx";
import { PdfPages } from "./pdf-pages.tsx";

type ClaimFile = z.output<typeof claimCase>["evidence"][number];
/** Files of transfers prove nothing by name. */
type File = Omit<ClaimFile, "slot"> & Partial<Pick<ClaimFile, "slot">>;

/** The evidence files of a claim, with the chosen one open. */
export function EvidenceSection({ files }: { readonly files: readonly File[] }) {
  const [chosen, setChosen] = useState(files[0]?.id);
  const [comparing, setComparing] = useState(false);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  const kept = files.filter(({ removedAt }) => removedAt === null);
  return (
    <section className="evidence" aria-label={CASE.evidence}>
      <div className="evidence-head">
        <h3 className="visually-hidden">{CASE.evidence}</h3>
        <ul className="evidence-files">
          {files.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className="evidence-file"
                aria-pressed={each.id === file?.id}
                onClick={() => setChosen(each.id)}
              >
                {each.slot && `${PROOFS[each.slot].label}: `}
                <bdi>{each.name}</bdi>
                <span className="soft">{formatSize(each.bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
        {kept.length > 1 && (
          <Button look="quiet" className="button-tiny" onClick={() => setComparing(true)}>
            Side by side
          </Button>
        )}
      </div>
      {/* Mounted only while it is open: to load a file is to have opened it, which is recorded. */}
      {comparing && <CompareDialog files={kept} first={file?.id ?? ""} open onOpenChange={setComparing} />}
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

interface CompareDialogProps {
  readonly files: readonly ShownFile[];
  /** The file that was open. */
  readonly first: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Two files next to each other, each with its own zoom; below each other where there is no room. */
function CompareDialog({ files, first, ...dialog }: CompareDialogProps) {
  const other = files.find(({ id }) => id !== first)?.id ?? first;
  return (
    <Dialog {...dialog} size="full" title="Evidence side by side">
      <div className="compare-files">
        <ChosenFile label="Left file" files={files} first={first} />
        <ChosenFile label="Right file" files={files} first={other} />
      </div>
    </Dialog>
  );
}

interface ChosenFileProps extends Pick<CompareDialogProps, "files" | "first"> {
  readonly label: string;
}

function ChosenFile({ label, files, first }: ChosenFileProps) {
  const [chosen, setChosen] = useState(first);
  const file = files.find(({ id }) => id === chosen);
  return (
    <div className="compare-file">
      <Pick label={label} value={chosen} onChange={({ currentTarget: { value } }) => setChosen(value)}>
        {files.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Pick>
      {file && <FileViewer key={file.id} file={file} />}
    </div>
  );
}

interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
}

const addressOf = ({ id }: ShownFile): string => `/api/reviews/evidence/${encodeURIComponent(id)}`;
const inlineOf = (file: ShownFile): string => `${addressOf(file)}?inline=true`;

/** An evidence file, shown large: zoomed by buttons, keys, wheel and fingers, and turned on its side. */
export function FileViewer({ file }: { readonly file: ShownFile }) {
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useZoom(frame);
  const [rotation, setRotation] = useState(0);
  const onKeyDown = useZoomKeys(setZoom);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls in it
    <div className="viewer" onKeyDown={onKeyDown}>
      <div className="viewer-head">
        <ViewerTools name={file.name} zoom={zoom} onZoom={setZoom} onRotate={() => setRotation(turned)} />
        <p className="evidence-links">
          <a href={addressOf(file)} download={file.name}>
            Download
          </a>
          {file.contentType.startsWith("image/") && (
            <a href={inlineOf(file)} target="_blank" rel="noopener noreferrer" aria-label="Open in a new tab">
              New tab
            </a>
          )}
        </p>
      </div>
      <section
        ref={frame}
        className="evidence-shown viewer-frame"
        aria-label={file.name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        <div className="viewer-sheet">
          {file.contentType === "application/pdf" ? (
            <PdfPages
              src={inlineOf(file)}
              label={file.name}
              failed="This document could not be shown. Download it to look at it."
              zoom={zoom}
              rotation={rotation}
            />
          ) : (
            <Picture src={inlineOf(file)} name={file.name} rotation={rotation} />
          )}
        </div>
      </section>
    </div>
  );
}

/** The keys of the screen, and a listener for them. */
function useZoomKeys(setZoom: SetZoom) {
  const keys = new Map([
    ["+", () => setZoom(zoomedIn)],
    ["=", () => setZoom(zoomedIn)],
    ["-", () => setZoom(zoomedOut)],
    ["0", () => setZoom(() => ZOOM_MIN)],
  ]);
  useShortcuts(keys, VIEWER.keys);
  /** For a dialog, where the shortcuts of the screen are inactive, and for users who turned single keys off. */
  return (event: KeyboardEvent): void => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys.get(event.key); // those zoom the page
    if (!run) return;
    event.preventDefault();
    run();
  };
}

interface PictureProps {
  readonly src: string;
  readonly name: string;
  /** Clockwise, in degrees. */
  readonly rotation: number;
}

/** A picture as wide as its frame, also if it lies on its side. */
function Picture({ src, name, rotation }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="soft">This picture could not be shown. Download it to look at it.</p>;
  function measure({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
    const shape = image.naturalWidth / Math.max(image.naturalHeight, 1);
    image.parentElement?.style.setProperty("--shape", String(shape));
  }
  return (
    <div className="viewer-picture" data-rotation={rotation}>
      <img src={src} alt={name} onLoad={measure} onError={() => setFailed(true)} />
    </div>
  );
}

interface ViewerToolsProps {
  readonly name: string;
  readonly zoom: number;
  readonly onZoom: (next: (zoom: number) => number) => void;
  readonly onRotate: () => void;
}

/** `aria-disabled` keeps the focus on a button that has just reached its limit. */
function ViewerTools({ name, zoom, onZoom, onRotate }: ViewerToolsProps) {
  return (
    <fieldset className="viewer-tools" aria-label={`View of ${name}`}>
      <Button
        look="quiet"
        className="button-tiny viewer-step"
        aria-label="Zoom out"
        title="Zoom out"
        aria-disabled={zoom <= ZOOM_MIN}
        onClick={() => onZoom(zoomedOut)}
      >
        &minus;
      </Button>
      <output className="viewer-level">{`${Math.round(zoom * 100)}%`}</output>
      <Button
        look="quiet"
        className="button-tiny viewer-step"
        aria-label="Zoom in"
        title="Zoom in"
        aria-disabled={zoom >= ZOOM_MAX}
        onClick={() => onZoom(zoomedIn)}
      >
        +
      </Button>
      <Button
        look="quiet"
        className="button-tiny"
        aria-label="Fit the width"
        onClick={() => onZoom(() => ZOOM_MIN)}
      >
        Fit
      </Button>
      <Button look="quiet" className="button-tiny" onClick={onRotate}>
        Rotate
      </Button>
    </fieldset>
  );
}

const distanceOf = ({ touches: [one, two] }: TouchEvent): number | null =>
  one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : null;

/** The zoom of a frame that scrolls: by wheel with Ctrl, by a trackpad's pinch (which is one), and by two fingers. */
function useZoom(frame: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(ZOOM_MIN);
  const shown = useRef(zoom);
  useEffect(() => {
    const element = frame.current;
    return element ? listen(element, setZoom) : undefined;
  }, [frame]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ratio = zoom / shown.current;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    shown.current = zoom;
    element.style.setProperty("--zoom", String(zoom));
    element.scrollTo({
      left: keptMiddle(scrollLeft, clientWidth, ratio),
      top: keptMiddle(scrollTop, clientHeight, ratio),
      behavior: "instant",
    });
  }, [frame, zoom]);
  return [zoom, setZoom] as const;
}

type SetZoom = (next: (zoom: number) => number) => void;

/** React's own listeners are passive: they could not keep the browser from zooming the whole page. */
function listen(element: HTMLElement, setZoom: SetZoom): () => void {
  let distance: number | null = null;
  function onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    setZoom((zoom) => wheeled(zoom, event.deltaY));
  }
  function onTouch(event: TouchEvent): void {
    const [before, now] = [distance, distanceOf(event)];
    distance = now;
    if (now === null) return;
    event.preventDefault();
    if (before !== null && before > 0) setZoom((zoom) => clampZoom((zoom * now) / before));
  }
  const listening = new AbortController();
  const active = { passive: false, signal: listening.signal } as const;
  element.addEventListener("wheel", onWheel, active);
  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"] as const)
    element.addEventListener(type, onTouch, active);
  return () => listening.abort();
}

const ZOOM_MIN = 1;
export const ZOOM_MAX = 6;
const STEP = 1.5;
/** A wheel's step of 100 px is about a half. */
const WHEEL = 240;

export const clampZoom = (zoom: number): number => Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
export const zoomedIn = (zoom: number): number => clampZoom(zoom * STEP);
export const zoomedOut = (zoom: number): number => clampZoom(zoom / STEP);
/** `delta` of a wheel or a trackpad's pinch, in pixels. */
export const wheeled = (zoom: number, delta: number): number => clampZoom(zoom * 2 ** (-delta / WHEEL));

/** Where to scroll so that the middle of what is shown stays in the middle. */
export const keptMiddle = (scroll: number, size: number, ratio: number): number =>
  (scroll + size / 2) * ratio - size / 2;

/** A quarter turn clockwise. */
export const turned = (rotation: number): number => (rotation + 90) % 360;

const VIEWER = {
  keys: [
    ["+", "zoom in"],
    ["-", "zoom out"],
    ["0", "fit the width"],
  ],
} as const;
