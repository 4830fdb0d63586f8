export const REPORT = {
  title: (name: string) => `Report a problem: ${name}`,
  heading: "Report a problem",
  lead: "Tell us what is wrong with what we say about this place. We look into every report.",
  back: "Back to the place",
  kind: "What is wrong?",
  kindMissing: "Please choose what is wrong",
  text: "What did you notice?",
  textNote:
    "When, and how do you know? The owner reads your words, and we may publish them. Please name no one.",
  email: "Email (optional)",
  consent:
    "We use your email only to tell you the outcome, show it to no one, and delete it 30 days after the report is closed.",
  submit: "Send the report",
  doneTitle: "Thank you for your report",
  doneText: "We look into it. If the place has an owner, they can reply first.",
  doneNext: "Once we have closed it, the place's page shows what we found.",
} as const;

export const CLOSED_REPORTS = {
  heading: "Reports from visitors",
  opened: (day: string) => `Reported on ${day}`,
  closed: (day: string) => `closed on ${day}`,
  visitor: "A visitor wrote",
  owner: "The owner replied",
  found: "What we found",
  ask: "Is something wrong here?",
  askText: "Tell us, and we look into it. The owner can reply, and both are published here.",
  report: "Report a problem",
} as const;
