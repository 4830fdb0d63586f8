export const BETA = {
  title: (brand: string) => `You are invited to the ${brand} beta`,
  text: "Press the button to accept. The invitation is meant for you alone.",
  act: "Accept the invitation",
  accepted: "Welcome to the beta",
  acceptedText: "You are in. We will email you everything you need to get started.",
  used: "This invitation was already accepted",
  usedText: "There is nothing more to do: we will email you everything you need to get started.",
  home: "Back to the start",
  unknown: "This invitation does not work",
  unknownText: "The link may be incomplete. Please open it again from the email.",
} as const;
