import { lazy, type MouseEvent, useRef, useState, useTransition } from "react";
import { GIFT, PLAIN, SUPPORT, TIERS_PART } from "../../../copy/en/support.ts";
import { TIERS, type Tier } from "../../../shared/money/gifts.ts";
import { dollarsOf, formatMoney } from "../../../shared/money/money.ts";
import { Button } from "../../kit/controls/button.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { OTHER_WAYS_ID, OtherWays } from "./other-ways.tsx";

export function SupportPage() {
  return (
    <PublicPage title={SUPPORT.title}>
      <Gifts />
      <OtherWays />
    </PublicPage>
  );
}

/** Why to give, what a gift is, and the tiers. */
function Gifts() {
  const brand = useBrand();
  return (
    <section className="support-head" aria-labelledby="support-heading">
      <div className="girih" aria-hidden="true" />
      <div className="support-head-columns wrap">
        <div className="support-head-words">
          <h1 id="support-heading">{SUPPORT.heading}</h1>
          <p className="lead">{SUPPORT.lead(brand)}</p>
        </div>
        <div className="support-head-tiles">
          <Tiles />
        </div>
        <div className="support-head-more">
          <aside className="support-head-note" aria-label={PLAIN.heading}>
            <p>{PLAIN.text(brand)}</p>
            <p>{PLAIN.card}</p>
          </aside>
          <p>
            <a href={`#${OTHER_WAYS_ID}`}>{SUPPORT.toWays}</a>
          </p>
        </div>
      </div>
    </section>
  );
}

const GiftDialog = lazy(() => import("./gift-dialog.tsx").then((file) => ({ default: file.GiftDialog })));

/** The four tiers. If the app cannot be loaded, each links to the options that work without it. */
function Tiles() {
  const [open, setOpen] = useState(false);
  const [pressed, setPressed] = useState<Tier | null>(null);
  const [amount, setAmount] = useState<string | null>(null); // dollars; null until a tier is chosen
  const [opening, startOpening] = useTransition(); // until the dialog's code is there
  const opener = useRef<HTMLElement | null>(null);
  const { options } = trpc.useUtils().public.support;
  function choose(tier: Tier, button: HTMLElement): void {
    opener.current = button;
    setPressed(tier);
    startOpening(async () => {
      await options.prefetch(); // the dialog then opens with its form
      startOpening(() => {
        setAmount(String(dollarsOf(tier.amount)));
        setOpen(true);
      });
    });
  }
  return (
    <section id="gifts" className="tiles-section" aria-labelledby="gifts-heading">
      <h2 id="gifts-heading">{TIERS_PART.heading}</h2>
      <p className="soft script-only">{TIERS_PART.text}</p>
      <noscript>
        <p className="soft">{TIERS_PART.noScript}</p>
      </noscript>
      <ul className="tiles">
        {TIERS.map((tier) => (
          <Tile
            key={tier.name}
            tier={tier}
            opening={opening && tier === pressed}
            onChoose={({ currentTarget }) => choose(tier, currentTarget)}
          />
        ))}
      </ul>
      {amount !== null && (
        <GiftDialog
          amount={amount}
          onAmount={setAmount}
          open={open}
          onClose={() => setOpen(false)}
          focusAfter={() => opener.current}
        />
      )}
    </section>
  );
}

interface TileProps {
  readonly tier: Tier;
  readonly opening: boolean;
  readonly onChoose: (event: MouseEvent<HTMLElement>) => void;
}

function Tile({ tier: { name, amount, openEnded, purpose }, opening, onChoose }: TileProps) {
  const price = formatMoney(amount) + (openEnded ? "+" : "");
  return (
    <li className="tiles-tile">
      <div className="tiles-head">
        <p className="tiles-amount">{price}</p>
        <h3>{name}</h3>
      </div>
      <p className="tiles-purpose">{purpose}</p>
      <Button
        className="script-only tiles-button"
        aria-haspopup="dialog"
        data-dialog={GIFT.title(name)}
        data-without-app={`#${OTHER_WAYS_ID}`}
        pending={TIERS_PART.opening}
        aria-busy={opening}
        onClick={onChoose}
      >
        {opening ? TIERS_PART.opening : TIERS_PART.give(price)}
        <span className="visually-hidden">{TIERS_PART.as(name)}</span>
      </Button>
    </li>
  );
}
