import type { ReactNode } from "react";
import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../../lib/mailto.ts";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { FOOTER, LEGAL, SOCIAL, WAYS } from "./content.ts";

/** The foot of every public page. */
export function Footer() {
  const { name, contactEmail, postalAddress } = useBrand();
  return (
    <footer className="footer">
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Wordmark />
          <p>{FOOTER.line}</p>
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          <address>{postalAddress}</address>
        </div>
        <WayLinks address={contactEmail} />
        <FooterList heading={SOCIAL.heading}>
          {SOCIAL.links.map((link) => (
            <li key={link.name}>
              <a href={link.href} rel="me noopener">
                {link.name}
              </a>
            </li>
          ))}
        </FooterList>
      </div>
      <div className="wrap footer-foot">
        <p>{FOOTER.copyright(name)}</p>
        <ul>
          {LEGAL.map((page) => (
            <li key={page.href}>
              <a href={page.href}>{page.name}</a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

function WayLinks({ address }: { readonly address: string }) {
  return WAYS.map(({ heading, ways }) => (
    <FooterList key={heading} heading={heading}>
      {ways.map((way) => (
        <li key={way.name}>
          <a href={"href" in way ? way.href : mailto(address, way.subject)}>{way.name}</a>
        </li>
      ))}
    </FooterList>
  ));
}

interface FooterListProps {
  readonly heading: string;
  readonly children: ReactNode;
}

function FooterList({ heading, children }: FooterListProps) {
  return (
    <div className="footer-list">
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}
