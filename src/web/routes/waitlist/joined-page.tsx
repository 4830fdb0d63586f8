import { JOINED } from "../../../copy/en/joined.ts";
import { Field } from "../../kit/form/field.tsx";
import { Button, ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";
import { JoinedFacts, JoinedLink, JoinedPart } from "../../kit/site/joined-facts.tsx";

interface JoinedPageProps {
  readonly title: string;
  readonly sentence: string;
  readonly isBetaTester: boolean;
  /** What the server fills in; empty parts are not shown. */
  readonly values: {
    readonly failure: string;
    readonly firstName: string;
    readonly email: string;
    readonly city: string;
    readonly link: string;
  };
}

/** The place of a person who joined without JavaScript: what the waitlist card shows with it, as plain forms. */
export function JoinedPage({ title, sentence, isBetaTester, values }: JoinedPageProps) {
  const { failure, firstName, email, city, link } = values;
  return (
    <NoticePage title={title}>
      <p>{sentence}</p>
      <p role="alert">{failure}</p>
      <section className="joined" aria-label={JOINED.heading}>
        <h2>
          {JOINED.heading}, <bdi>{firstName}</bdi>
        </h2>
        <JoinedFacts email={email} isBetaTester={isBetaTester} city={null} />
        <JoinedPart title={JOINED.correct} note={JOINED.correctNote}>
          <form method="post" action="/waitlist/correct">
            <Field label={JOINED.rightAddress} name="email" type="email" autoComplete="email" required />
            <Button type="submit" look="quiet">
              {JOINED.save}
            </Button>
          </form>
        </JoinedPart>
        <form method="post" action="/waitlist/city">
          <Field label={JOINED.city} name="city" autoComplete="address-level2" defaultValue={city} />
          <p className="soft">{JOINED.cityNote}</p>
          <Button type="submit" look="quiet">
            {JOINED.save}
          </Button>
        </form>
        <JoinedLink link={link} />
      </section>
      <ButtonLink href="/#beta">Back to the start</ButtonLink>
    </NoticePage>
  );
}
