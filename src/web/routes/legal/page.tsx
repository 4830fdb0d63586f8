import {
  BETA_TESTING,
  COOKIES,
  LEGAL_NOTE,
  type LegalText,
  PRIVACY,
  PROMISES,
  TERMS,
} from "../../../copy/en/legal.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";

export const PrivacyPage = () => <LegalPage text={PRIVACY} />;
export const TermsPage = () => <LegalPage text={TERMS} />;
export const CookiesPage = () => <LegalPage text={COOKIES} />;
export const BetaTestingPage = () => <LegalPage text={BETA_TESTING} />;
export const PromisesPage = () => <LegalPage text={PROMISES} />;

/** One legal page. */
function LegalPage({ text }: { readonly text: LegalText }) {
  const brand = useBrand();
  return (
    <PublicPage title={text.title}>
      <article className="legal wrap">
        <h1>{text.title}</h1>
        <p className="lead legal-lead">{text.description(brand)}</p>
        {text.parts(brand).map(({ heading, paragraphs, link }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {link && (
              <p>
                <a href={link.href}>{link.name}</a>
              </p>
            )}
          </section>
        ))}
        {text.link && (
          <p>
            <a href={text.link.href}>{text.link.name}</a>
          </p>
        )}
        <p className="soft">
          <a href={mailto(brand.contactEmail)}>{LEGAL_NOTE.write(brand.contactEmail)}</a>
        </p>
        <ButtonLink href="/" look="quiet">
          {LEGAL_NOTE.home}
        </ButtonLink>
      </article>
    </PublicPage>
  );
}
