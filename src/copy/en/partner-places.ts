import { isolated } from "../../shared/format.ts";
import { OWNER_ANSWER_DAYS, type ProposalField } from "../../shared/places/places.ts";
import type { ProofSlot } from "../../shared/reviews/reviews.ts";

export const CLAIM = {
  title: (place: string) => `Claim ${isolated(place)}`,
  form: "Claim",
  additional: "Additional Information",
  notice: "For verification we need",
  needs: [
    "a business license or registration,",
    "proof of ownership or management authorization,",
    "and government-issued ID.",
  ],
  noDocuments:
    "No documents at hand? Send the claim anyway. You can prove it later with a code that we send by email, phone or postal mail.",
  contact: "Our team will make contact within 3-5 business days.",
  cancel: "Cancel",
  submit: "Submit Claim",
  sending: "Submitting...",
  failed: "Failed to submit claim",
  tryAgain: "Please try again.",
  filesFailed: "A file was not uploaded. Please remove it or try again, then submit.",
  sent: "Claim submitted",
  sentTitle: "Your claim was sent",
  sentText: (place: string) => `We have your claim for ${place}. It is in review now.`,
  next: (day: string) =>
    `Our team will make contact within 3-5 business days, by ${day} at the latest. You also see the decision among your claims.`,
  showClaims: "See my claims",
  close: "Close",
} as const;

/** What a claim is proven with, each with an example. */
export const PROOFS: Readonly<Record<ProofSlot, { readonly label: string; readonly example: string }>> = {
  license: {
    label: "License or registration",
    example: "Such as a business license, a health permit or the registration with your state.",
  },
  ownership: {
    label: "Ownership or authorization",
    example: "Such as a lease, a utility bill, or a letter from the owner that names you.",
  },
  id: {
    label: "ID",
    example: "Such as a passport or a driver's license. You may cover its number.",
  },
};

export const PROOF_BUTTONS = {
  list: "Proof, one by one",
  photo: "Photo",
  photoOf: (what: string) => `Photo: ${what}`,
  file: "File",
  fileOf: (what: string) => `File: ${what}`,
  there: "Uploaded here",
} as const;

export const LINKED = { failed: "This place could not be opened" } as const;

export const EVIDENCE_WORDS = {
  label: "Evidence",
  hint: "PDF, JPEG or PNG, up to 10 MB each, 5 files a claim. Drop them here or choose them.",
  choose: "Choose files",
  camera: "Take a photo",
  files: "Files of this claim",
  sending: (percent: number) => `Uploading, ${percent} %`,
  kept: "Uploaded",
  keptBefore: "Uploaded before, not sent yet",
  remove: "Remove",
  again: "Try again",
  wrongKind: "This file is not a PDF, JPEG or PNG. Please choose another.",
  heic: "We cannot read HEIC photos. On your iPhone, take a screenshot of the photo and choose that, or set Settings > Camera > Formats to Most Compatible and take the photo again.",
  tooLarge: "This file is larger than 10 MB. Please choose a smaller one.",
  empty: "This file is empty. Please choose another.",
  tooMany: "A claim takes 5 files. Please remove one first.",
  unreached: "The file did not arrive. Check the connection and try again.",
  removeFailed: "Failed to remove the file",
} as const;

export const MORE = {
  asked: "We need a little more from you:",
  answered: "You answered our question:",
  open: "Send documents",
  of: (place: string) => `Send documents: ${isolated(place)}`,
  form: "Documents",
  title: (place: string) => `Documents for ${isolated(place)}`,
  additional: "Your answer",
  cancel: CLAIM.cancel,
  submit: "Send",
  sending: "Sending...",
  failed: "Your documents were not sent",
  tryAgain: CLAIM.tryAgain,
  filesFailed: "A file was not uploaded. Please remove it or try again, then send.",
  sent: "Your documents arrived",
  sentText: (day: string) => `Your claim is in review again. We answer by ${day}.`,
} as const;

export const WITHDRAW = {
  open: "Withdraw",
  of: (place: string) => `Withdraw: ${isolated(place)}`,
  title: "Withdraw this claim?",
  text: "We stop looking at it, and it stays in your list as withdrawn. You can claim the place again later, and send your documents again then.",
  action: "Withdraw the claim",
  acting: "Withdrawing...",
  cancel: "Keep the claim",
  done: "Your claim is withdrawn",
  failed: "Your claim was not withdrawn",
} as const;

export const CHANGE_FIELDS: Readonly<Record<ProposalField, string>> = {
  name: "Name",
  address: "Address",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
  category: "Category",
  subcategory: "Subcategory",
  phone: "Phone",
  website: "Website",
};

export const CHANGE = {
  done: "Thank you",
  applied: (fields: string) => `Saved: ${fields}.`,
  waiting: (fields: string, day: string) => `Our team is checking: ${fields}. We answer by ${day}.`,
  takenBack: "Your change is withdrawn. The place stays listed as it is.",
} as const;

export const PROPOSAL = {
  pending: (day: string) => `Our team is checking your change. We answer by ${day}.`,
  approved: (day: string) => `Your change was approved on ${day}.`,
  rejected: (day: string) => `Your change was not approved on ${day}. The place stays listed as it was.`,
  empty: "none",
} as const;

export const RELEASE = {
  open: "Release this place",
  title: "Release this place?",
  lead: (place: string) =>
    `${isolated(place)} stays in the directory without an owner. Someone else can claim it then, and to get it back you would have to claim it again.`,
  lost: "What you lose",
  lostList: [
    "You can no longer change its hours, phone, website or other details.",
    "You can no longer renew its tier or reply to reports about it.",
    "A change that our team is checking is canceled, and so is a request to hand the place over.",
  ],
  action: "Release it",
  acting: "Releasing...",
  cancel: "Keep it",
  done: (place: string) => `${isolated(place)} is released`,
  failed: "The place was not released",
} as const;

export const REQUEST = {
  title: "Request New Business Location",
  text: "We check it and add it to the directory. You are then its owner there.",
  name: "Business Name*",
  category: "Category*",
  noCategory: "Choose one",
  address: "Address*",
  city: "City*",
  state: "State*",
  stateHint: "e.g. NY",
  zipCode: "ZIP Code",
  phone: "Phone",
  website: "Website",
  websiteHint: "https://",
  subcategory: "Subcategory",
  subcategoryHint: "e.g. halal restaurant",
  halalCertificate: "Halal Certificate",
  cancel: "Cancel",
  submit: "Submit Request",
  sending: "Submitting...",
  missing: "Please fill in all required fields",
  failed: "Failed to submit request",
  tryAgain: "Please try again.",
  sent: "Request submitted",
  sentText: (place: string, day: string) => `${isolated(place)} is in review. We answer by ${day}.`,
} as const;

export const DUPLICATES = {
  one: "This looks like a place that is listed already",
  many: "This looks like places that are listed already",
  text: "If it is yours, claim it. If not, send your request anyway.",
  typing: "If it is yours, claim it. If not, keep going.",
  same: "This place is listed already",
  sameText: "There is already a place with this name at this address. If it is yours, claim it.",
  claim: "Claim",
  claimed: "Already Claimed",
  owned: "Owned",
  inReview: "Your claim is in review",
  anyway: "Send anyway",
} as const;

export const ASK = {
  open: "Ask for a transfer",
  of: (place: string) => `Ask for a transfer: ${isolated(place)}`,
  asked: "You asked for a transfer",
  title: (place: string) => `Ask for ${isolated(place)}`,
  form: "Transfer",
  how: "This place has an owner. We ask the owner to hand it over to you.",
  steps: [
    `The owner has ${OWNER_ANSWER_DAYS} business days to answer.`,
    "If the owner refuses or does not answer, our team decides.",
    "The owner sees the name of your business and your reason. Only our team sees your files and the text below them.",
  ],
  hint: "Optional. PDF, JPEG or PNG, up to 10 MB each, 5 files. They help our team if it has to decide.",
  why: "Why do you ask?",
  choose: "Please choose",
  chooseMissing: "Please choose a reason",
  explanation: "Explain it to the owner",
  reasons: {
    bought: "We have bought or taken over the business",
    runs_it: "We run the place now",
    wrong_owner: "The listed owner never owned the place",
    owner_gone: "The owner has left and does not answer",
    other: "Another reason",
  },
  explanationLong: "Please use at most 1,000 characters",
  explanationMissing: "Please explain your reason",
  additional: "For our team alone (optional)",
  cancel: CLAIM.cancel,
  submit: "Ask the owner",
  sending: "Sending...",
  failed: "The owner was not asked",
  tryAgain: CLAIM.tryAgain,
  filesFailed: "A file was not uploaded. Please remove it or try again, then send.",
  done: "We have asked the owner",
  doneText: (day: string) => `The owner has until ${day} to answer. You see the answer under My POIs.`,
} as const;

export const TRANSFERS = {
  title: "Transfers",
  asked: (day: string) => `You asked on ${day}`,
  asks: (business: string) => `${isolated(business)} asks for this place`,
  waitsForOwner: (day: string) => `The owner has until ${day} to answer. After that our team decides.`,
  refused: (day: string) => `The owner refused. Our team decides by ${day}.`,
  late: (day: string) => `The owner did not answer in time. Our team decides by ${day}.`,
  approved: "The place is yours now.",
  rejected: "The place stays with its owner.",
  /** For the owner who was asked. */
  outcome: { approved: "You no longer own the place: it was handed over.", rejected: "You keep the place." },
  toAnswer: (day: string) =>
    `Does this business run the place now? Please answer by ${day}. After that our team decides.`,
  youRefused: (day: string) => `You refused. Our team decides by ${day}. You can still accept until then.`,
  youAreLate: (day: string) =>
    `The time to answer is over, and our team decides by ${day}. You can still answer until then.`,
} as const;

export const ACCEPT = {
  open: "Accept",
  of: (place: string) => `Accept: ${isolated(place)}`,
  title: "Hand this place over?",
  lead: (place: string, business: string) =>
    `${isolated(place)} goes to ${isolated(business)} at once. You cannot undo this: to get it back, you would have to ask the new owner.`,
  lost: "What you lose",
  lostList: [
    "You no longer own the place, and can no longer change its details.",
    "You can no longer renew its tier or reply to reports about it.",
    "A change of yours that our team is checking is canceled.",
  ],
  action: "Hand it over",
  acting: "Handing over...",
  cancel: "Keep it",
  done: (place: string) => `${isolated(place)} is handed over`,
  failed: "Your answer was not saved",
} as const;

export const REFUSE = {
  open: "Refuse",
  of: (place: string) => `Refuse: ${isolated(place)}`,
  done: "You refused",
  doneText: "Our team will decide, and we will email you.",
  failed: ACCEPT.failed,
} as const;

export const WITHDRAW_TRANSFER = {
  open: "Withdraw",
  of: (place: string) => `Withdraw: ${isolated(place)}`,
  title: "Withdraw your request?",
  text: "The owner no longer has to answer, and our team does not decide about it. You can ask again later, and send your files again then.",
  action: "Withdraw it",
  acting: "Withdrawing...",
  cancel: "Keep it",
  done: "Your request is withdrawn",
  failed: "Your request was not withdrawn",
} as const;

export const RENEW = {
  title: "Renew",
  ends: (tier: string, day: string) => `“${tier}” is shown until ${day}.`,
  ended: (tier: string, day: string) => `“${tier}” was shown until ${day}.`,
  sent: (day: string) => `Your new certificate arrived on ${day}. We are reading it.`,
  button: "Renew",
  of: (place: string) => `Renew ${isolated(place)}`,
  first: "Send a certificate",
  firstOf: (place: string) => `Send a certificate for ${isolated(place)}`,
  declare: "Is this still true?",
  declared: ["No meat is served", "No alcohol is served", "No pork is served"],
  changed: (email: string) => `Has something changed? Write to ${email}, and we will correct it together.`,
  confirm: "Yes, all three",
  confirming: "Saving...",
  renewed: (day: string) => `Renewed until ${day}`,
  send: "Send",
  sending: "Sending...",
  file: "Certificate",
  hint: "A sharp photo or PDF of the whole certificate, up to 10 MB.",
  choose: "Choose a file",
  camera: "Take a photo",
  uploading: (percent: number) => `Uploading, ${percent} %`,
  uploaded: "Uploaded",
  details: "What it says (optional)",
  issuer: "Issuer",
  number: "Certificate number",
  validUntil: "Valid until",
  missing: "Take a photo of the certificate or choose a file",
  next: "Two of us read it independently, and we ask its issuer to confirm it.",
  arrived: "Your certificate arrived",
  arrivedText: "We read it and ask its issuer. There is nothing else you need to do.",
  failed: "It was not sent",
  cancel: "Cancel",
  nothing: "There is nothing to renew now. We email you 30 days before a place's tier ends.",
} as const;

/** The median time to a decision, in whole days; null while there are too few decisions. */
export function decisionTimeSentence(days: number | null): string | null {
  if (days === null) return null;
  const whole = Math.max(1, Math.round(days));
  return `Decided in ${whole} ${whole === 1 ? "day" : "days"} (median of the last 90 days).`;
}
