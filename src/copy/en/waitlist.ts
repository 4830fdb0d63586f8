import { BAR } from "./site.ts";

/** Copy of the beta section, its two forms and the FAQ. */
export const BETA = {
  heading: "Ride with us from the first mile",
  text: "The beta program is open. Testers get",
  benefits: ["Free lifetime access", "Direct input on features", "Early access to all updates"],
};

export const WAITLIST = {
  label: "Waitlist",
  firstName: "First name",
  email: "Email",
  beta: "Yes, I want exclusive beta access!",
  betaNote: "Early access program available",
  submit: BAR.join,
  sending: "Joining...",
  badges: ["Privacy Protected", "No Spam", "Early Access Guaranteed"],
  missing: "Please fill in all required fields",
  emailForm: "An address looks like name@example.com",
  joined: "Welcome to the waitlist!",
  joinedText: (brand: string) => `You'll be among the first to know when ${brand} launches.`,
  failed: "Error",
  failedText: "Failed to join waitlist. Please try again.",
  back: "Back to the form",
  /** Where the page has a second form, once a person has joined. */
  onList: "You have joined.",
  seeCard: "See your card",
};

export const PARTNERSHIP = {
  heading: "Is your business on the way?",
  text: "A restaurant, a grocery store, clothing, a service: if it serves the community, people on the road should find it.",
  promise: "We'll get back to you within 24 hours.",
  open: "Partner With Us",
  opening: "Opening...",
  subject: "Partnership Inquiry",
  already: "Already a partner?",
  signIn: "Sign in",
};

export const INQUIRY = {
  title: "Partnership Inquiry",
  text: "Only business name and email are required.",
  required: "Required Information",
  optional: "Optional Details",
  businessName: "Business name",
  email: "Email",
  contactName: "Contact name",
  phone: "Phone",
  website: "Website",
  businessType: "Business type",
  noType: "Choose one",
  types: {
    restaurant: "Restaurant",
    grocery: "Grocery Store",
    fashion: "Fashion & Clothing",
    services: "Services",
    other: "Other",
  },
  city: "City",
  state: "State or province",
  message: "Message",
  submit: "Submit Partnership Inquiry",
  sending: "Submitting...",
  close: "Close",
  missing: "Please fill in required fields",
  missingText: "Business name and email are required to submit your inquiry.",
  sent: "Partnership inquiry submitted!",
  sentText: "We'll get back to you within 24 hours.",
  failed: "Error",
  failedText: "Failed to submit inquiry. Please try again.",
} as const;

/** In place of the invitation to business owners, once an inquiry was sent. */
export const INQUIRY_ANSWERED = {
  heading: "We have your inquiry",
  reference: "Your reference",
  next: "Within 24 hours a member of our team reads it and writes to",
  mailed:
    "We email a confirmation, at most three a day to one address. Please include the reference if you write to us again.",
} as const;
