export const READINGS = {
  thing: "certificate",
  tab: "Second reading",
  title: "Second reading",
  failed: "The certificates could not be loaded",
  done: "Every certificate has been read",
  doneText: "Certificates that someone else recorded appear here for a second, independent reading.",
  left: (count: number) => (count === 1 ? "1 certificate waits" : `${count} certificates wait`),
  lead: "Type what you see on the certificate. You do not see what the first reader typed, so that a mistake does not pass twice.",
  decides:
    "Two readers saw different things. Look at the certificate and type what it says: the reading that two people share counts.",
  noFile:
    "No file was recorded with this certificate. Ask the person who recorded it for it, or withdraw the record.",
  recorded: (day: string) => `Recorded on ${day}`,
  place: "Open the place",
  number: "Number",
  issuer: "Issuer",
  chooseIssuer: "Choose an issuer",
  validUntil: "Valid until",
  missing: "Fill in all three fields",
  submit: "Save reading",
  sending: "Saving...",
  skip: "Skip",
  refused: "The reading was not saved",
  agreed: "Both readings agree",
  differs: "The readings differ",
  differsText: "Someone else reads it next and sees both.",
  earlier: "What others read",
  reader: "Reader",
  unknownReader: "Deleted account",
} as const;

export const RENEWALS = {
  title: "New certificates from owners",
  failed: "The new certificates could not be loaded",
  sent: (day: string) => `Sent on ${day}`,
  typed: (parts: string) => `The owner wrote: ${parts}`,
  until: (day: string) => `valid until ${day}`,
  look: "Open the file",
  record: "Record it",
  decline: "Decline",
} as const;

export const DECLINE = {
  title: "Decline this certificate",
  submit: "Decline",
  sending: "Declining...",
  missing: "Write what is wrong",
  failed: "The certificate was not declined",
  notes: "What is wrong, for the owner",
  lead: "The owner gets this by email, with a link to send another certificate.",
  done: "The owner was notified by email",
} as const;
