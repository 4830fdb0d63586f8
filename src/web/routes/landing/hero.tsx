import type { ReactNode } from "react";
import { INVITED_BY } from "../../../copy/en/joined.ts";
import { BANNER, HERO, PHONE } from "../../../copy/en/landing.ts";
import { STAR, TICK } from "../../../shared/places/places.ts";
import { useBrand } from "../../lib/brand.ts";
import { WaitlistForm } from "./beta/waitlist-form.tsx";
import { PlateCaption } from "./plate.tsx";
import { RouteBend, StraightRoute } from "./route-line.tsx";

/** The first screen: what it is, the form, and the product in one picture. */
export function Hero() {
  const { name } = useBrand();
  return (
    <div className="hero">
      <div className="girih" aria-hidden="true" />
      <div className="wrap hero-grid">
        <div className="hero-words">
          <aside className="early-access" aria-label={BANNER.name}>
            <strong>
              <span className="early-access-pulse" aria-hidden="true" />
              {BANNER.label}
            </strong>
            <p>{BANNER.text}</p>
          </aside>
          <p className="hero-invited" data-invited-by={INVITED_BY("%name%")} suppressHydrationWarning>
            {"" /* the boot script writes here */}
          </p>
          <h1>{HERO.heading}</h1>
          <p className="lead">{HERO.text(name)}</p>
          <div className="hero-form" id="start">
            <WaitlistForm at="start" />
          </div>
          <p className="hero-next">{HERO.next}</p>
        </div>
        <RoutePlate />
      </div>
    </div>
  );
}

const ARCH = "M12 612V240C12 130 118 84 240 12C362 84 468 130 468 240V612Z";
const ARCH_INNER = "M22 602V242C22 140 124 94 240 24C356 94 458 140 458 242V602Z";
/** The drive: down the phone's main road, with three detours, and out at the bottom of the page. */
const LEGS = [
  "M240 224C240 254 156 244 140 288",
  "M140 288C128 352 352 324 340 390",
  "M340 390C328 454 152 428 140 492",
  "M140 492C136 556 240 530 240 590V624",
] as const;

/** A page of the atlas: a street plan under an arch, and on it a phone that plays one drive with its three detours. */
function RoutePlate() {
  return (
    <figure className="route-plate">
      <svg viewBox="0 0 480 624" role="img" aria-label={PHONE.label}>
        <clipPath id="plate-arch">
          <path d={ARCH_INNER} />
        </clipPath>
        <clipPath id="plate-screen">
          <path d="M90 602V126A36 36 0 0 1 126 90H354A36 36 0 0 1 390 126V602Z" />
        </clipPath>
        <path className="route-plate-frame" d={ARCH} />
        <g clipPath="url(#plate-arch)">
          <Ground />
        </g>
        <path className="route-plate-edge" d={ARCH_INNER} />
        <path className="route-plate-phone" d="M80 602V126A46 46 0 0 1 126 80H354A46 46 0 0 1 400 126V602Z" />
        <g clipPath="url(#plate-screen)">
          <Screen />
        </g>
        {LEGS.map((leg, at) => (
          <path key={leg} className="route-plate-route" data-leg={at} d={leg} />
        ))}
        <circle className="route-plate-gate" cx="240" cy="224" r="10" />
        <Stops />
        <Prompt />
      </svg>
      <StraightRoute className="route-plate-out" />
      <RouteBend className="route-plate-turn" from={50} to={0.9} />
      <PlateCaption {...HERO.caption} />
    </figure>
  );
}

/** The page of the atlas under the phone. */
function Ground() {
  return (
    <>
      <rect className="route-plate-land" width="480" height="624" />
      <path className="route-plate-park" d="M330 180L470 150V330L360 320ZM10 170L110 150L126 262L10 282Z" />
      <path className="route-plate-water" d="M500 500C440 470 410 560 330 546S180 590 -10 560V640H500Z" />
      <path
        className="route-plate-street"
        d="M10 310L470 250M10 406L470 346M-10 268L240 110L480 216M20 600L110 420M350 130L470 420M10 466L470 446M40 190L70 600M420 200L440 600"
      />
    </>
  );
}

/** The phone's map. */
function Screen() {
  return (
    <>
      <rect className="route-plate-map" x="90" y="90" width="300" height="512" />
      <path className="route-plate-park" d="M280 216L400 196V316L296 328ZM80 520L190 534L182 602H80Z" />
      <path className="route-plate-water" d="M400 500C354 492 326 540 334 610H400Z" />
      <path
        className="route-plate-street"
        d="M80 262L400 226M80 340L400 322M80 440L400 428M80 552L400 520M140 200V610M340 200V610M186 90L196 610M294 90L284 610"
      />
      <path className="route-plate-road" d="M240 80V610" />
    </>
  );
}

/** What the app says when prayer time comes. */
function Prompt() {
  return (
    <g>
      <rect className="route-plate-card" x="102" y="102" width="276" height="86" rx="24" />
      <g className="route-plate-icon" transform="translate(138 145)">
        <circle r="23" />
        <Masjid />
      </g>
      <text className="route-plate-strong" x="170" y="141">
        {PHONE.prayer}
      </text>
      <text className="route-plate-text" x="170" y="166">
        {PHONE.masjid}
      </text>
    </g>
  );
}

const Masjid = () => <path d="M-13 10V1C-13-5-4-6-4-13C-4-6 5-5 5 1V10ZM10 10V-8L14-13L17-8V10M-17 10H18" />;
const Table = () => (
  <path d="M-14-1H14C14 7 8 12 0 12S-14 7-14-1ZM-6 15H6M-5-6C-8-9-2-11-5-14M1-6C-2-9 4-11 1-14M7-6C4-9 10-11 7-14" />
);
const Shop = () => (
  <path d="M-13-4L-10-12H10L13-4C13 0 7 0 6.500-4C6 0 .500 0 0-4C-.500 0-6 0-6.500-4C-7 0-13 0-13-4ZM-11 1V12H11V1M-3 12V4H4V12" />
);

function Stops() {
  const [masjid, table, shop] = PHONE.stops;
  return (
    <>
      <Stop at={0} x={140} y={288} label={masjid} side="end">
        <Masjid />
      </Stop>
      <Stop at={1} x={340} y={390} label={table} side="start" isVerified>
        <Table />
      </Stop>
      <Stop at={2} x={140} y={492} label={shop} side="end">
        <Shop />
      </Stop>
    </>
  );
}

interface StopProps {
  /** Its place in the order of the drive. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly label: { readonly name: string; readonly detour: string };
  /** On which side of the pin the label is. */
  readonly side: "start" | "end";
  readonly isVerified?: boolean;
  readonly children: ReactNode;
}

const WIDTH = 150;

function Stop({ at, x, y, label, side, isVerified = false, children }: StopProps) {
  const left = side === "end" ? 38 : -38 - WIDTH;
  return (
    <g className="route-plate-stop" data-leg={at} transform={`translate(${x} ${y})`}>
      <g>
        <rect className="route-plate-card" x={left} y="-29" width={WIDTH} height="58" rx="16" />
        <text className="route-plate-name" x={left + 14} y="-3">
          {label.name}
        </text>
        <text className="route-plate-text" x={left + 14} y="19">
          {label.detour}
        </text>
        {isVerified && (
          <g className="route-plate-verified" transform={`translate(${left + WIDTH - 37} 0) scale(.4)`}>
            <path d={STAR} />
            <path d={TICK} />
          </g>
        )}
      </g>
      <g className="route-plate-icon">
        <circle r="30" />
        {children}
      </g>
    </g>
  );
}
