export const ZOOM_MIN = 1;
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
