/** Copy of the bar and the footer that public pages share. */
export const BAR = {
  links: "Main",
  pages: [
    { href: "/places", name: "Places" },
    { href: "/cities", name: "Cities" },
    { href: "/support", name: "Support" },
  ],
  join: "Join Waitlist",
  menu: "Menu",
} as const;

/** The way on from a page that leads nowhere else. */
export const HOME = "Back to the start";

export const NOT_FOUND = {
  title: "Page Not Found",
  text: "There is no page at this address. It may have moved, or the address may have a typo.",
} as const;

export const FOOTER = {
  copyright: (brand: string, year: number) => `© ${year} ${brand}`,
  explore: "Explore",
  pages: [
    { href: "/places", name: "Places" },
    { href: "/cities", name: "Cities" },
    { href: "/support", name: "Give" },
    { href: "/partner/auth", name: "Partner sign-in" },
  ],
  /** Above links that open a new email with this subject. */
  email: "By email",
  subjects: [
    { name: "Roadmap", subject: "Roadmap" },
    { name: "Updates", subject: "Updates" },
    { name: "Feedback", subject: "Feedback" },
    { name: "Support", subject: "Support" },
    { name: "Business listing", subject: "Business Listing" },
    { name: "Halal certification", subject: "Halal Certification" },
    { name: "Contact", subject: "Contact" },
  ],
  follow: "Follow the road",
  legal: [
    { href: "/promises", name: "Promises" },
    { href: "/data", name: "Data" },
    { href: "/privacy", name: "Privacy" },
    { href: "/terms", name: "Terms" },
    { href: "/cookies", name: "Cookies" },
    { href: "/beta-testing", name: "Beta testing" },
  ],
} as const;

const TURN_ON =
  "JavaScript is turned off or blocked in this browser. Turn it on for this site, then reload the page.";

export const WITHOUT_SCRIPTS = {
  staff: {
    title: "The back office needs JavaScript",
    text: TURN_ON,
  },
  partner: {
    title: "The partner portal needs JavaScript",
    text: TURN_ON,
  },
  own: {
    title: "This page needs JavaScript",
    text: `${TURN_ON} The link at the end of each email to the waitlist leaves it without.`,
  },
  gift: {
    title: "JavaScript shows how your gift went",
    text: `${TURN_ON} Nothing is lost: once a gift is settled, its receipt comes by email.`,
  },
  link: {
    title: "This page needs JavaScript",
    text: TURN_ON,
  },
} as const;

/** Before the address to write to. */
export const HELP = "If you cannot turn it on, write to";
