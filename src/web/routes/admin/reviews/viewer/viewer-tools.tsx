import { Button } from "../../../../ui/button/button.tsx";
import { VIEWER } from "./content.ts";
import { ZOOM_MAX, ZOOM_MIN, zoomedIn, zoomedOut } from "./zoom.ts";

interface ViewerToolsProps {
  readonly name: string;
  readonly zoom: number;
  readonly onZoom: (next: (zoom: number) => number) => void;
  readonly onRotate: () => void;
}

/** `aria-disabled` keeps the focus on a button that has just reached its limit. */
export function ViewerTools({ name, zoom, onZoom, onRotate }: ViewerToolsProps) {
  return (
    <fieldset className="viewer-tools" aria-label={VIEWER.tools(name)}>
      <Button
        look="quiet"
        className="button-tiny viewer-step"
        aria-label={VIEWER.zoomOut}
        title={VIEWER.zoomOut}
        aria-disabled={zoom <= ZOOM_MIN}
        onClick={() => onZoom(zoomedOut)}
      >
        &minus;
      </Button>
      <output className="viewer-level">{VIEWER.level(zoom)}</output>
      <Button
        look="quiet"
        className="button-tiny viewer-step"
        aria-label={VIEWER.zoomIn}
        title={VIEWER.zoomIn}
        aria-disabled={zoom >= ZOOM_MAX}
        onClick={() => onZoom(zoomedIn)}
      >
        +
      </Button>
      <Button
        look="quiet"
        className="button-tiny"
        aria-label={VIEWER.fitWidth}
        onClick={() => onZoom(() => ZOOM_MIN)}
      >
        {VIEWER.fit}
      </Button>
      <Button look="quiet" className="button-tiny" onClick={onRotate}>
        {VIEWER.rotate}
      </Button>
    </fieldset>
  );
}
