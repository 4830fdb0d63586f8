/** The words of the landing page. Sentences of the specification stand here character by character. */
export const TITLE = "The way there, by way of what matters";

export const HERO = {
  heading: "The way there, by way of what matters.",
  text: (brand: string) =>
    `${brand} is navigation that knows your day. It detours to a masjid when prayer time comes, to a halal ` +
    "table when you are hungry, and past the Muslim-owned shops of the towns on your road.",
  region: "Coming first to the USA and Canada.",
  plate: "Plate I. One drive, three detours.",
};

export const JOIN = "Join Waitlist";

export const BETA = {
  heading: "Ride with us from the first mile",
  text: "We open the road to a small group before everyone else. As a beta tester you get",
  benefits: ["Free lifetime access", "Direct input on features", "Early access to all updates"],
};

export const WAITLIST = {
  firstName: "First name",
  email: "Email",
  beta: "Yes, I want exclusive beta access!",
  betaNote: "Early access program available",
  submit: JOIN,
  sending: "Joining...",
  badges: ["Privacy Protected", "No Spam", "Early Access Guaranteed"],
  emailForm: "An address looks like name@example.com",
  joined: "Welcome to the waitlist!",
  joinedText: (brand: string) => `You'll be among the first to know when ${brand} launches.`,
  failed: "Error",
  failedText: "Failed to join waitlist. Please try again.",
};

export const FOOTER = {
  copyright: (brand: string) => `© 2024 ${brand}`, // spec: site-and-admin 9
};
