import { type ReactNode, useId, useRef, useState } from "react";
import { JOINED } from "../../../copy/en/joined.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { toastError } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";
import { useCopied } from "../controls/copy-button.tsx";
import { NoEmailNote } from "../page/alert.tsx";
import { Star } from "../page/star.tsx";
import { RoadToOpening } from "./road.tsx";

interface PassProps {
  readonly heading: ReactNode;
  /** Whether the person still has to confirm the address. */
  readonly unconfirmed: boolean;
  readonly firstName: string;
  /** Null where the page says it already. */
  readonly email: string | null;
  /** Null until it is chosen, and where a form shows it. */
  readonly city: string | null;
  /** What the person can do with it, below the perforation. */
  readonly children: ReactNode;
}

/** The boarding pass of a person on the waitlist: who, where to, and what comes next. Works without scripts. */
export function Pass({ heading, unconfirmed, firstName, email, city, children }: PassProps) {
  return (
    <div className="pass">
      <div className="pass-top">
        <div className="pass-head">
          <Star />
          {heading}
        </div>
        {unconfirmed && <NoEmailNote insteadOf={<p className="pass-next">{JOINED.next}</p>} />}
        <dl className="pass-facts">
          <Fact label={JOINED.name}>{firstName}</Fact>
          {city !== null && <Fact label={JOINED.city}>{city}</Fact>}
          {email !== null && (
            <Fact isLong label={JOINED.email}>
              {email}
            </Fact>
          )}
        </dl>
        {city !== null && <RoadOf city={city} />}
      </div>
      <div className="pass-stub">{children}</div>
    </div>
  );
}

interface FactProps {
  readonly label: string;
  /** In a row of its own. */
  readonly isLong?: boolean;
  readonly children: string;
}

const Fact = ({ label, isLong, children }: FactProps) => (
  <div data-long={isLong}>
    <dt>{label}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

/** Null where the text means no city, or several. */
function RoadOf({ city }: { readonly city: string }) {
  const { data } = trpc.public.cities.road.useQuery({ city });
  return data === null ? <p className="soft">{JOINED.cityUnknown}</p> : data && <RoadToOpening {...data} />;
}

interface SwitchProps {
  readonly label: string;
  readonly note?: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => Promise<unknown>;
}

/** Takes effect at once; goes back if it could not be saved. */
export function Switch({ label, note, on, onSwitch }: SwitchProps) {
  const id = useId();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const sending = useRef(false);
  async function change(next: boolean): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setWanted(next);
    await onSwitch(next).catch((error: unknown) => toastError(JOINED.failed, error, JOINED.unreached));
    sending.current = false;
    setWanted(null);
  }
  return (
    <div className="pass-switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={wanted ?? on}
        aria-checked={wanted ?? on}
        aria-describedby={note && `${id}-note`}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {note && (
        <p className="soft" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Shares the person's own link: by the phone's own sheet, else by one of three ways. */
export function Share({ link }: { readonly link: string }) {
  const { name } = useBrand();
  const data = { title: name, text: JOINED.shareText(name), url: link };
  const canShare = typeof navigator.share === "function" && navigator.canShare?.(data) === true;
  async function share(): Promise<void> {
    try {
      await navigator.share(data);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the person closed the sheet
      toastError(JOINED.copyFailed);
    }
  }
  if (!canShare)
    return (
      <ShareLinks link={link}>
        <CopyLink link={link} />
      </ShareLinks>
    );
  return (
    <Button className="button-wide" onClick={() => void share()}>
      {JOINED.share}
    </Button>
  );
}

interface ShareLinksProps {
  readonly link: string;
  readonly children?: ReactNode;
}

/** The menu of ways to share, without scripts too. */
export function ShareLinks({ link, children }: ShareLinksProps) {
  const { name } = useBrand();
  const text = encodeURIComponent(`${JOINED.shareText(name)} `);
  return (
    <details className="pass-share">
      <summary className="button button-wide" data-look="primary">
        {JOINED.share}
      </summary>
      <ul>
        <li>
          <a href={`https://wa.me/?text=${text}${link}`} target="_blank" rel="noopener">
            {JOINED.whatsApp}
          </a>
        </li>
        <li>
          <a href={`sms:?&body=${text}${link}`}>{JOINED.sms}</a>
        </li>
        {children && <li>{children}</li>}
      </ul>
      <p className="soft">
        {JOINED.shareNote} <span className="pass-link">{link}</span>
      </p>
    </details>
  );
}

function CopyLink({ link }: { readonly link: string }) {
  const { copied, copy } = useCopied();
  return (
    <button type="button" onClick={() => void copy(link).catch(() => toastError(JOINED.copyFailed))}>
      <span aria-live="polite">{copied ? JOINED.copied : JOINED.copyLink}</span>
    </button>
  );
}

interface PartProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

/** A part that opens on demand, without scripts too. */
export function PassPart({ title, note, children }: PartProps) {
  return (
    <details className="pass-part">
      <summary>{title}</summary>
      {note && <p className="soft">{note}</p>}
      {children}
    </details>
  );
}
