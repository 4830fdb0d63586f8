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

export const HELP = "If you cannot turn it on, write to";
