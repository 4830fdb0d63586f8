import type { ReactNode } from "react";

const ARCH = "M12 588V236C12 128 118 82 240 12C362 82 468 128 468 236V588Z";
const ARCH_INNER = "M22 578V238C22 138 124 92 240 24C356 92 458 138 458 238V578Z";
/** The drive: from the gate at the top, past three stops, out at the bottom and down the page. */
const ROUTE =
  "M240 118C240 168 322 152 338 206C352 262 246 250 192 264C146 276 132 296 136 322C142 366 214 346 266 358" +
  "C322 370 346 398 338 428C326 474 240 462 240 520V600";
const STAR =
  "M0-30L8.79-21.21H21.21V-8.79L30 0L21.21 8.79V21.21H8.79L0 30L-8.79 21.21H-21.21V8.79L-30 0L-21.21-8.79" +
  "V-21.21H-8.79Z";
const COURT = [
  [92, 428],
  [152, 428],
  [92, 488],
  [152, 488],
] as const;

/** A page of the atlas: a street plan under an arch, one drive and its three detours. Decoration, never words. */
export function RoutePlate({ caption }: { readonly caption: string }) {
  return (
    <figure className="route-plate">
      <svg viewBox="0 0 480 600" role="img" aria-label={LABEL}>
        <clipPath id="plate-arch">
          <path d={ARCH_INNER} />
        </clipPath>
        <path className="route-plate-frame" d={ARCH} />
        <g clipPath="url(#plate-arch)">
          <Ground />
        </g>
        <path className="route-plate-edge" d={ARCH_INNER} />
        <path className="route-plate-route" d={ROUTE} />
        <circle className="route-plate-gate" cx="240" cy="118" r="9" />
        <Stops />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

const LABEL =
  "A street plan under an arch: a dotted route leaves the main road three times, for a masjid, a table and a shop.";

function Ground() {
  return (
    <>
      <rect className="route-plate-land" width="480" height="600" />
      <path className="route-plate-park" d="M300 240L470 190V340L322 330Z" />
      <path className="route-plate-park" d="M10 170L150 150L176 232L10 262Z" />
      <path className="route-plate-water" d="M500 470C420 450 400 520 330 516S180 556 -10 540V620H500Z" />
      <path
        className="route-plate-street"
        d="M10 300L470 250M10 396L470 336M-10 268L240 130L480 206M20 590L200 360L350 130"
      />
      <path
        className="route-plate-street"
        d="M60 120L136 322L60 560M400 150L338 428L430 600M188 170L208 600M10 456L470 436"
      />
      <path className="route-plate-road" d="M240 20V600" />
      {COURT.map(([x, y]) => (
        <path key={`${x} ${y}`} className="route-plate-court" d={STAR} transform={`translate(${x} ${y})`} />
      ))}
    </>
  );
}

function Stops() {
  return (
    <>
      <Stop x={338} y={206}>
        <path d="M-15 11V1C-15-6-4-7-4-15C-4-7 7-6 7 1V11Z" />
        <path d="M12 11V-9L14.500-15L17 -9V11M-19 11H20" />
      </Stop>
      <Stop x={136} y={322}>
        <path d="M-16-1H16C16 8 9 13 0 13S-16 8-16-1ZM-7 17H7" />
        <path d="M-6-7C-9-10-3-12-6-16M1-7C-2-10 4-12 1-16M8-7C5-10 11-12 8-16" />
      </Stop>
      <Stop x={338} y={428}>
        <path d="M-15-5L-11-14H11L15-5C15 0 8 0 7.500-4C7 0 .500 0 0-4C-.500 0-7 0-7.500-4C-8 0-15 0-15-5Z" />
        <path d="M-12 0V14H12V0M-3 14V5H5V14" />
      </Stop>
    </>
  );
}

function Stop({ x, y, children }: { readonly x: number; readonly y: number; readonly children: ReactNode }) {
  return (
    <g className="route-plate-stop" transform={`translate(${x} ${y})`}>
      <circle r="34" />
      {children}
    </g>
  );
}
