export const BETA = {
  title: (brand: string) => `You are invited to the ${brand} beta`,
  text: "Press the button to accept. The invitation is meant for you alone.",
  act: "Accept the invitation",
  accepted: "Welcome to the beta",
  acceptedText: "You are in. We will write to you with everything that you need to begin.",
  used: "This invitation was accepted already",
  usedText: "There is nothing more to do: we will write to you with everything that you need to begin.",
  home: "Back to the start",
  unknown: "This invitation does not work",
  unknownText: "The link may be incomplete. Please open it from the mail again.",
} as const;
