import type { ReactNode } from "react";
import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../../lib/mailto.ts";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { FOOTER, LEGAL, LINK_GROUPS, SOCIAL } from "./content.ts";

/** The foot of every public page. */
export function Footer() {
  const { name, contactEmail, postalAddress, copyrightYear } = useBrand();
  return (
    <footer className="footer">
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Wordmark />
          <p>{FOOTER.line}</p>
          <a href={mailto(contactEmail)}>{contactEmail}</a>
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
        <p>{FOOTER.copyright(name, copyrightYear)}</p>
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
  return LINK_GROUPS.map(({ heading, links }) => (
    <FooterList key={heading} heading={heading}>
      {links.map((link) => (
        <li key={link.name}>
          <a href={"href" in link ? link.href : mailto(address, link.subject)}>{link.name}</a>
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
