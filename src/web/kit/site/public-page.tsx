import type { ComponentProps, ReactNode } from "react";
import { FOOTER } from "../../../copy/en/site.ts";
import { useBrand } from "../../lib/brand.ts";
import { Page } from "../page/page.tsx";
import { mailto } from "../text/links.ts";
import { PublicBar, Wordmark } from "./top-bar.tsx";

interface PublicPageProps extends ComponentProps<typeof PublicBar> {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of every page for visitors. */
export function PublicPage({ title, sections = [], children }: PublicPageProps) {
  return (
    <Page title={title} banner={<PublicBar sections={sections} />} footer={<Footer />}>
      {children}
    </Page>
  );
}

/** A page for visitors with one message and one action. */
export function PublicNotice({ title, children }: Pick<PublicPageProps, "title" | "children">) {
  return (
    <PublicPage title={title}>
      <div className="notice">
        <h1>{title}</h1>
        {children}
      </div>
    </PublicPage>
  );
}

/** The foot of every public page. */
function Footer() {
  const { name, contactEmail, postalAddress, copyrightYear } = useBrand();
  return (
    <footer className="footer">
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Wordmark />
          <address>{postalAddress}</address>
        </div>
        <FooterList heading={FOOTER.explore}>
          {FOOTER.pages.map((page) => (
            <FooterLink key={page.href} {...page} />
          ))}
        </FooterList>
        <SocialLinks />
        <FooterList heading={FOOTER.email} className="footer-emails">
          {FOOTER.subjects.map((email) => (
            <FooterLink key={email.name} name={email.name} href={mailto(contactEmail, email.subject)} />
          ))}
        </FooterList>
      </div>
      <div className="wrap footer-foot">
        <p>{FOOTER.copyright(name, copyrightYear)}</p>
        <a href={mailto(contactEmail)}>{contactEmail}</a>
        <ul>
          {FOOTER.legal.map((page) => (
            <FooterLink key={page.href} {...page} />
          ))}
        </ul>
      </div>
    </footer>
  );
}

function SocialLinks() {
  const { socialLinks } = useBrand();
  if (socialLinks.length === 0) return null;
  return (
    <FooterList heading={FOOTER.follow}>
      {socialLinks.map((href) => (
        <FooterLink key={href} href={href} name={networkName(href)} rel="me noopener" />
      ))}
    </FooterList>
  );
}

interface FooterLinkProps {
  readonly href: string;
  readonly name: string;
  readonly rel?: string;
}

const FooterLink = ({ name, ...link }: FooterLinkProps) => (
  <li>
    <a {...link}>{name}</a>
  </li>
);

interface FooterListProps {
  readonly heading: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function FooterList({ heading, className = "", children }: FooterListProps) {
  return (
    <div className={`footer-list ${className}`}>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  "bsky.app": "Bluesky",
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
  "linkedin.com": "LinkedIn",
  "pinterest.com": "Pinterest",
  "snapchat.com": "Snapchat",
  "t.me": "Telegram",
  "threads.com": "Threads",
  "threads.net": "Threads",
  "tiktok.com": "TikTok",
  "twitter.com": "X",
  "whatsapp.com": "WhatsApp",
  "x.com": "X",
  "youtube.com": "YouTube",
};

/** The social network's name, or the host of one that is not known. */
function networkName(link: string): string {
  const host = new URL(link).hostname.replace(/^(www|m)\./, "");
  return NAMES[host] ?? host;
}
