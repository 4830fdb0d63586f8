import { isolated } from "../../../../shared/format.ts";

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
  contact: "Our team will make contact within 3-5 business days.",
  cancel: "Cancel",
  submit: "Submit Claim",
  sending: "Submitting...",
  failed: "Failed to submit claim",
  tryAgain: "Please try again.",
  filesFailed: "A file was not uploaded. Please remove it or try again, then submit.",
  sent: "Claim submitted",
  sentTitle: "Your claim was sent",
  sentText: (place: string) =>
    `We have your claim for ${place}. It is in review now, and there is nothing more you need to do.`,
  next: (day: string) =>
    `Our team will make contact within 3-5 business days, by ${day} at the latest. You also see the decision among your claims.`,
  showClaims: "See my claims",
  close: "Close",
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
