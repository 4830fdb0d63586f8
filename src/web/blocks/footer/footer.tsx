import type { ReactNode } from "react";
import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../../lib/mailto.ts";
import { Wordmark } from "../wordmark/wordmark.tsx";
import { FOOTER, LEGAL, LINK_GROUPS, SOCIAL } from "./content.ts";
import { networkName } from "./network-name.ts";

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
        <SocialLinks />
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

function SocialLinks() {
  const { socialLinks } = useBrand();
  if (socialLinks.length === 0) {
    return (
      <FooterList heading={SOCIAL.heading} note={SOCIAL.samplesNote}>
        {SOCIAL.samples.map((name) => (
          <li key={name}>
            <span>{name}</span>
          </li>
        ))}
      </FooterList>
    );
  }
  return (
    <FooterList heading={SOCIAL.heading}>
      {socialLinks.map((href) => (
        <li key={href}>
          <a href={href} rel="me noopener">
            {networkName(href)}
          </a>
        </li>
      ))}
    </FooterList>
  );
}

interface FooterListProps {
  readonly heading: string;
  /** A line below the heading. */
  readonly note?: string;
  readonly children: ReactNode;
}

function FooterList({ heading, note, children }: FooterListProps) {
  return (
    <div className="footer-list">
      <h2>{heading}</h2>
      {note && <p>{note}</p>}
      <ul>{children}</ul>
    </div>
  );
}
