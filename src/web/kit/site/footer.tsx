import type { ReactNode } from "react";
import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../text/links.ts";
import { Wordmark } from "./top-bar.tsx";

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
  if (socialLinks.length === 0) return null;
  return (
    <FooterList heading={FOLLOW}>
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

/** Copy and links of the footer that public pages share. */
const FOOTER = {
  copyright: (brand: string, year: number) => `© ${year} ${brand}`,
  line: "The way there, by way of what matters.",
  address: "By post",
};

interface MailLink {
  readonly name: string;
  /** The subject of the mail. */
  readonly subject: string;
}

interface PageLink {
  readonly name: string;
  readonly href: string;
}

/** Links to our pages; all others open a mail with a subject. */
const LINK_GROUPS: readonly {
  readonly heading: string;
  readonly links: readonly (MailLink | PageLink)[];
}[] = [
  {
    heading: "The app",
    links: [
      { name: "Find a place", href: "/places" },
      { name: "Cities", href: "/cities" },
      { name: "Support the launch", href: "/support" },
      { name: "Roadmap", subject: "Roadmap" },
      { name: "Updates", subject: "Updates" },
      { name: "Feedback", subject: "Feedback" },
    ],
  },
  {
    heading: "Businesses",
    links: [
      { name: "Partner sign-in", href: "/partner/auth" },
      { name: "Business listing", subject: "Business Listing" },
      { name: "Halal certification", subject: "Halal Certification" },
    ],
  },
  {
    heading: "Help",
    links: [
      { name: "Support", subject: "Support" },
      { name: "Contact", subject: "Contact" },
    ],
  },
];

const FOLLOW = "Follow the road";

const LEGAL = [
  { name: "Privacy", href: "/privacy" },
  { name: "Terms", href: "/terms" },
  { name: "Cookies", href: "/cookies" },
  { name: "Beta testing", href: "/beta-testing" },
];
