/** What a record is called in a sentence, without and with its name. */
export const RECORD_NOUNS = {
  place: { some: "a place", named: "{}" },
  inquiry: { some: "an inquiry", named: "the inquiry of {}" },
  partner: { some: "a partner", named: "the partner {}" },
  staff: { some: "a staff account", named: "the account of {}" },
  claim: { some: "a claim of ownership", named: "the claim of ownership of {}" },
  request: { some: "a request for a new place", named: "the request to add {}" },
  broadcast: { some: "a broadcast", named: "the broadcast {}" },
  issuer: { some: "an issuer", named: "the issuer {}" },
  token: { some: "an API token", named: "the API token {}" },
  gift: { some: "a gift", named: "the gift {}" },
  mail: { some: "a mail", named: "the mail {}" },
} as const;

export type RecordNoun = keyof typeof RECORD_NOUNS;
