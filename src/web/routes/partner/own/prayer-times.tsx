import { PRAYER_EMBED, PRAYER_FORM } from "../../../../copy/en/prayer.ts";
import type { EditedPrayer } from "../../../../modules/places/prayer/schema.ts";
import type { Place } from "../../../../modules/places/schema.ts";
import { days } from "../../../../shared/duration.ts";
import type { EditedFacts } from "../../../../shared/places/fact-fields.ts";
import { CONFIRMED_DAYS } from "../../../../shared/places/iqamah-rules.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import type { Loading } from "../../../kit/page/states.tsx";
import { PrayerDialog } from "../../../kit/prayer-form/prayer-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";

interface OwnPrayerProps {
  readonly place: Place;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly facts: Loading<EditedFacts>;
}

/** The dialog in which the owner says the prayer times of a masjid. */
export function OwnPrayer({ place: { id, name }, ...dialog }: OwnPrayerProps) {
  const cache = trpc.useUtils().partner.prayer.get;
  const query = trpc.partner.prayer.get.useQuery({ id });
  const save = trpc.partner.prayer.save.useMutation({ onSuccess: (said) => cache.setData({ id }, said) });
  return (
    <PrayerDialog
      {...dialog}
      placeName={name}
      query={query}
      save={(said, updatedAt) => save.mutateAsync({ id, ...said, updatedAt })}
      onRefused={() => void cache.invalidate({ id })}
    />
  );
}

const isOld = ({ iqamah, jumuah }: EditedPrayer): boolean =>
  [...iqamah, ...jumuah].some(({ saidAt }) => Date.now() - saidAt.getTime() > days(CONFIRMED_DAYS));

/** Asks to confirm times that everyone sees as not confirmed. */
export function ConfirmTimes({
  place: { id, name },
  onOpen,
}: {
  readonly place: Place;
  readonly onOpen: () => void;
}) {
  const { data } = trpc.partner.prayer.get.useQuery({ id });
  if (!data || !isOld(data)) return null;
  return (
    <div className="own-place-complete">
      <p>{PRAYER_FORM.old}</p>
      <Button look="text" className="button-small" aria-label={PRAYER_FORM.confirmOf(name)} onClick={onOpen}>
        {PRAYER_FORM.confirm}
      </Button>
    </div>
  );
}

/** The line of HTML for the masjid's own site, and the addresses of its screen and its calendar. */
export function PrayerElsewhere({ place: { id, name } }: { readonly place: Place }) {
  const address = (end: string) => `${window.location.origin}/places/${id}/${end}`; // by the id, which stays
  const frame = `<iframe src="${address("frame")}" title="${PRAYER_EMBED.frame(name.replace(/["&<>]/g, ""))}" width="100%" height="620" style="border:0" loading="lazy"></iframe>`;
  return (
    <div className="badge-line">
      <Line
        title={PRAYER_EMBED.website}
        text={PRAYER_EMBED.websiteText}
        line={frame}
        what={PRAYER_EMBED.line}
      />
      <Line
        title={PRAYER_EMBED.hall}
        text={PRAYER_EMBED.hallText}
        line={address("screen")}
        what={PRAYER_EMBED.address}
      />
      <Line
        title={PRAYER_EMBED.calendar}
        text={PRAYER_EMBED.calendarText}
        line={address("prayer.ics")}
        what={PRAYER_EMBED.calendarAddress}
      />
    </div>
  );
}

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly line: string;
  readonly what: string;
}

const Line = ({ title, text, line, what }: LineProps) => (
  <>
    <h3>{title}</h3>
    <p className="soft">{text}</p>
    <pre>
      <code>{line}</code>
    </pre>
    <CopyButton text={line} what={what} />
  </>
);
