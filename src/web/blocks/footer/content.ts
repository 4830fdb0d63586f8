/** Copy and links of the footer that public pages share. */
export const FOOTER = {
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
export const LINK_GROUPS: readonly {
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

export const SOCIAL = {
  heading: "Follow the road",
  /** Shown without links until the operator has set those of their accounts. */
  samples: ["Instagram", "Facebook", "X", "LinkedIn"],
  samplesNote: "Coming soon",
} as const;

export const LEGAL = [
  { name: "Privacy", href: "/privacy" },
  { name: "Terms", href: "/terms" },
  { name: "Cookies", href: "/cookies" },
  { name: "Beta testing", href: "/beta-testing" },
];
