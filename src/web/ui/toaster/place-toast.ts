/** A rectangle in the window, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

const MARGIN = 16; // to the edges of the window
const GAP = 4; // to what must not be covered
const STEP = 8;

/**
 * A position where the toast covers none of the boxes: the current one, else the corner at the end of the last line,
 * else another corner or height. Null if there is none.
 */
export function placeToast(
  window: Size,
  toast: Size,
  boxes: readonly Box[],
  now: Spot | null = null,
): Spot | null {
  const spots = spotsFor(window, toast);
  const isFree = (spot: Spot) => !boxes.some((box) => covers(spot, toast, box));
  return (now === null ? spots : [now, ...spots]).find(isFree) ?? null;
}

/** Corners first, then every height along both sides. */
function spotsFor(window: Size, { width, height }: Size): readonly Spot[] {
  const ends = [window.width - width - MARGIN, MARGIN];
  const lowest = Math.max(MARGIN, window.height - height - MARGIN);
  const corners = ends.flatMap((left) => [lowest, MARGIN].map((top) => ({ left, top })));
  const heights = Array.from({ length: Math.ceil((lowest - MARGIN) / STEP) }, (_, n) => lowest - n * STEP);
  return [...corners, ...heights.flatMap((top) => ends.map((left) => ({ left, top })))];
}

function covers({ left, top }: Spot, { width, height }: Size, box: Box): boolean {
  const isAcross = left < box.right + GAP && left + width > box.left - GAP;
  return isAcross && top < box.bottom + GAP && top + height > box.top - GAP;
}
