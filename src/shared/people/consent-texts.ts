interface ConsentBrand {
  readonly name: string;
  readonly contactEmail: string;
}

/**
 * What people agreed to when they joined the waitlist. Append only: a signup is kept with the id of its text, which must
 * read the same for as long as the signup exists. A new sentence gets a new id.
 */
const CONSENT_TEXTS = {
  "waitlist-1": ({ name }: ConsentBrand) =>
    `You'll be among the first to know when ${name} launches. We use your first name and your email to tell you about the launch and, if you asked for it, the beta.`,
  "waitlist-2": ({ name, contactEmail }: ConsentBrand) =>
    `By joining, you agree that ${name} (${contactEmail}) emails you about the launch and, if you tick the box, the beta. You can leave at any time with one click.`,
} as const;

/** Takes the place of a text's id for people who agreed elsewhere and came with an imported list. */
export const IMPORTED_CONSENT = "import";

/** The text that the form shows now. */
export const CURRENT_CONSENT = "waitlist-2";

export interface ConsentText {
  readonly id: string;
  readonly text: string;
}

/** All texts, the newest first. */
export const consentTexts = (brand: ConsentBrand): readonly ConsentText[] =>
  Object.entries(CONSENT_TEXTS)
    .map(([id, text]) => ({ id, text: text(brand) }))
    .toReversed();

/** The sentence with this id; null for one that no form showed, such as that of an imported signup. */
export const consentText = (id: string, brand: ConsentBrand): string | null =>
  consentTexts(brand).find((each) => each.id === id)?.text ?? null;
