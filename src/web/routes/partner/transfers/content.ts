import { isolated } from "../../../../shared/format.ts";
import { OWNER_ANSWER_DAYS } from "../../../../shared/places/ownership.ts";
import { CLAIM } from "../claim/content.ts";

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
    "The owner sees the name of your business. Only our team sees your files and your text.",
  ],
  hint: "Optional. PDF, JPEG or PNG, up to 10 MB each, 5 files. They help our team if it has to decide.",
  additional: "Why it is yours (optional)",
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
    "A change of yours that our team looks at ends.",
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
  doneText: "Our team looks at it and decides. We write to you.",
  failed: ACCEPT.failed,
} as const;

export const WITHDRAW_TRANSFER = {
  open: "Withdraw",
  of: (place: string) => `Withdraw: ${isolated(place)}`,
  title: "Withdraw your question?",
  text: "The owner no longer has to answer, and our team does not decide about it. You can ask again later; you then send your files again.",
  action: "Withdraw it",
  acting: "Withdrawing...",
  cancel: "Keep it",
  done: "Your question is withdrawn",
  failed: "Your question was not withdrawn",
} as const;
