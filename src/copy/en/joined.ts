/** Copy of the card of a person who has joined: on the waitlist card, on `/me` and on the page for browsers without scripts. */
export const JOINED = {
  heading: "You are on the list",
  next: "Check your email and press the button.",
  name: "Name",
  email: "Email",
  city: "Your city",
  changeCity: "Change your city",
  cityNote: "It helps us decide where to launch first. If it is not suggested, we keep it as you write it.",
  cityUnknown:
    "We do not know this city, so we keep it as you wrote it, and it does not count toward a launch yet. Adding the state, such as Dearborn, MI, may help.",
  beta: "I want exclusive beta access",
  betaYes: "You asked for beta access.",
  betaOn: "Ask for beta access",
  betaOff: "Turn beta access off",
  greeting: "Greet friends with my name",
  greetingNote: "When this is off, your link does not name you.",
  greetingIs: (firstName: string) => `Friends read “${firstName} invited you.”`,
  greetingOn: "Turn it on",
  greetingOff: "Turn it off",
  share: "Share",
  shareNote: "Your link for friends:",
  shareText: (brand: string) => `${brand} finds halal food, masjids and Muslim-owned shops on the way.`,
  whatsApp: "WhatsApp",
  sms: "Text message",
  copyLink: "Copy the link",
  copied: "Copied",
  copyFailed: "Your browser could not copy it. Please select the link and copy it.",
  correct: "Correct the address",
  correctNote: "You can do this for 10 minutes after joining. We stop emailing the wrong address.",
  rightAddress: "The right address",
  save: "Save",
  saving: "Saving...",
  saved: "Saved",
  corrected: "Address corrected",
  correctedText: (email: string) => `From now on we write to ${email}.`,
  missing: "Please fill in all required fields",
  failed: "This did not work",
  unreached: "We could not reach the server. Please try again.",
  another: "Sign up someone else",
  dismiss: "Remove this from my browser",
  leave: "Leave the waitlist",
  left: "You have left the waitlist",
  leftText:
    "We will not write to you about the launch and the beta. If this was a mistake, undo it here, or join again whenever you like.",
  /** The card proves no address: what its owner has confirmed stays until a mailed link says so. */
  leftNote:
    "If you have confirmed this address, or joined with it before, you are still on the list with it. To leave,",
  leftLink: "ask for a link by email",
  undoLeave: "Undo: stay on the waitlist",
} as const;

/** At the top of the landing page, where a friend's link leads. */
export const INVITED_BY = (firstName: string): string => `\u2068${firstName}\u2069 invited you`;
