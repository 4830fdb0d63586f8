import { isolated } from "../../../../shared/format.ts";
import { CLAIM } from "../claim/content.ts";

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
  text: "We stop looking at it, and it stays in your list as withdrawn. You can claim the place again later; you then send your documents again.",
  action: "Withdraw the claim",
  acting: "Withdrawing...",
  cancel: "Keep the claim",
  done: "Your claim is withdrawn",
  failed: "Your claim was not withdrawn",
} as const;
