export const LEAVE = {
  title: "Leave the waitlist",
  text: (brand: string) =>
    `One click, and ${brand} writes to you no more about the launch and the beta. You need not give a reason.`,
  act: "Leave the waitlist",
  left: "You have left the waitlist",
  leftText: (brand: string) =>
    `${brand} will not write to you about the launch and the beta again. If this was a mistake, you can join again whenever you like.`,
  home: "Back to the start",
  unknown: "This link does not work",
  unknownText:
    "It has expired or is not complete. We can mail you a new link, which shows all that we keep and lets you leave.",
  newLink: "Get a new link",
} as const;
