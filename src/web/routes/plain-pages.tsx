import { JOINED } from "../../copy/en/joined.ts";
import { INVITATION, LEAVE } from "../../copy/en/links.ts";
import { HOME } from "../../copy/en/site.ts";
import { Button, ButtonLink } from "../kit/controls/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Pass, PassPart, ShareLinks } from "../kit/site/pass.tsx";
import { PublicNotice } from "../kit/site/public-page.tsx";
import { useBrand } from "../lib/brand.ts";

interface OutcomeProps {
  readonly title: string;
  readonly sentence: string;
  readonly wayOn: string;
}

/** The response page of a form sent without JavaScript. */
export function OutcomePage({ title, sentence, wayOn }: OutcomeProps) {
  return (
    <PublicNotice title={title}>
      <p>{sentence}</p>
      <ButtonLink href="/#beta">{wayOn}</ButtonLink>
    </PublicNotice>
  );
}

interface JoinedPageProps {
  readonly title: string;
  readonly sentence: string;
  /** What the server fills in; empty parts are not shown. */
  readonly values: {
    readonly failure: string;
    readonly firstName: string;
    readonly email: string;
    readonly city: string;
    readonly link: string;
    /** Whether the city is a known one, and the beta wish and the greeting are on, as text. */
    readonly cityKnown: string;
    readonly beta: string;
    readonly greets: string;
  };
}

/** The place of a person who joined without JavaScript: what the waitlist card shows with it, as plain forms. */
export function JoinedPage({ title, sentence, values }: JoinedPageProps) {
  const { failure, firstName, email, city, cityKnown, link, beta, greets } = values;
  const heading = (
    <h2>
      {JOINED.heading}, <bdi>{firstName}</bdi>
    </h2>
  );
  return (
    <PublicNotice title={title}>
      <p>{sentence}</p>
      <p role="alert">{failure}</p>
      <section aria-label={JOINED.heading}>
        <Pass heading={heading} unconfirmed firstName={firstName} email={email} city={null}>
          <CityForm city={city} known={cityKnown} />
          <SwitchForms
            action="/waitlist/beta"
            now={beta}
            on={[JOINED.betaYes, JOINED.betaOff]}
            off={[JOINED.beta, JOINED.betaOn]}
          />
          <SwitchForms
            action="/waitlist/greeting"
            now={greets}
            on={[JOINED.greetingIs(firstName), JOINED.greetingOff]}
            off={[JOINED.greetingNote, JOINED.greetingOn]}
          />
          <ShareLinks link={link} />
          <PassPart title={JOINED.correct} note={JOINED.correctNote}>
            <form method="post" action="/waitlist/correct">
              <Field label={JOINED.rightAddress} name="email" type="email" autoComplete="email" required />
              <Button type="submit" look="quiet">
                {JOINED.save}
              </Button>
            </form>
          </PassPart>
          <form className="pass-end" method="post" action="/waitlist/leave">
            <Button type="submit" look="text">
              {JOINED.leave}
            </Button>
          </form>
        </Pass>
      </section>
      <ButtonLink href="/#beta">{HOME}</ButtonLink>
    </PublicNotice>
  );
}

interface CityFormProps {
  readonly city: string;
  /** `false` if no such city is known, which the style sheet shows a sentence for. */
  readonly known: string;
}

const CityForm = ({ city, known }: CityFormProps) => (
  <form className="pass-city" method="post" action="/waitlist/city">
    <Field label={JOINED.city} name="city" autoComplete="address-level2" defaultValue={city} />
    <Button type="submit" look="quiet">
      {JOINED.save}
    </Button>
    <p className="soft">{JOINED.cityNote}</p>
    <p className="pass-city-unknown" data-known={known}>
      {JOINED.cityUnknown}
    </p>
  </form>
);

/** What is so, and what the button does. */
type SwitchWords = readonly [state: string, act: string];

interface SwitchFormsProps {
  readonly action: string;
  /** `true` or `false`, which the server fills in: the style sheet shows the form that changes it. */
  readonly now: string;
  readonly on: SwitchWords;
  readonly off: SwitchWords;
}

const SwitchForms = ({ action, now, on, off }: SwitchFormsProps) => (
  <div className="pass-switch-forms" data-now={now}>
    {[
      { words: on, next: "false" },
      { words: off, next: "true" },
    ].map(({ words: [state, act], next }) => (
      <form key={next} method="post" action={action} data-next={next}>
        <p>{state}</p>
        <Button type="submit" look="text" name="on" value={next}>
          {act}
        </Button>
      </form>
    ))}
  </div>
);

/** Without JavaScript: the form posts to the address that it was opened at. `failure` is empty at first. */
export function InvitationPage({ failure }: { readonly failure: string }) {
  const { name } = useBrand();
  return (
    <PublicNotice title={INVITATION.title(name)}>
      <p>{INVITATION.text}</p>
      <p role="alert">{failure}</p>
      <form method="post">
        <Button type="submit">{INVITATION.act}</Button>
      </form>
    </PublicNotice>
  );
}

export const AcceptedInvitationPage = () => (
  <Notice title={INVITATION.accepted} text={INVITATION.acceptedText} />
);
export const UsedInvitationPage = () => <Notice title={INVITATION.used} text={INVITATION.usedText} />;
export const UnknownInvitationPage = () => (
  <Notice title={INVITATION.unknown} text={INVITATION.unknownText} />
);

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <PublicNotice title={title}>
      <p>{text}</p>
      <ButtonLink href="/">{INVITATION.home}</ButtonLink>
    </PublicNotice>
  );
}

/** Without JavaScript: the form posts to the address that it was opened at. `failure` is empty at first. */
export function LeavePage({ failure }: { readonly failure: string }) {
  const { name } = useBrand();
  return (
    <PublicNotice title={LEAVE.title}>
      <p>{LEAVE.text(name)}</p>
      <p role="alert">{failure}</p>
      <form method="post">
        <Button type="submit">{LEAVE.act}</Button>
      </form>
    </PublicNotice>
  );
}

interface LeftPageProps {
  /** Whether the person left with the card, and not with a mailed link, which alone reaches a confirmed address. */
  readonly byCard?: boolean;
}

export function LeftPage({ byCard = false }: LeftPageProps) {
  const { name } = useBrand();
  return (
    <PublicNotice title={LEAVE.left}>
      <p>{LEAVE.leftText(name)}</p>
      {byCard && (
        <p>
          {JOINED.leftNote} <a href="/me">{JOINED.leftLink}</a>.
        </p>
      )}
      <form method="post" action="/waitlist/undo-leave">
        <Button type="submit" look="quiet">
          {LEAVE.undo}
        </Button>
      </form>
      <ButtonLink href="/" look="text">
        {LEAVE.home}
      </ButtonLink>
    </PublicNotice>
  );
}

export const RejoinedPage = () => <Notice title={LEAVE.rejoined} text={LEAVE.rejoinedText} />;

export function UnknownLeavePage() {
  return (
    <PublicNotice title={LEAVE.unknown}>
      <p>{LEAVE.unknownText}</p>
      <ButtonLink href="/me">{LEAVE.newLink}</ButtonLink>
    </PublicNotice>
  );
}
