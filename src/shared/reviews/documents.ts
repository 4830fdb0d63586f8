import { z } from "zod";
import { withoutCardNumbers } from "../card-numbers.ts";
import { DomainError } from "../errors.ts";
import { optionalLongText } from "../fields.ts";

const MAX_DOCUMENTS = 20;
const DOCUMENT_LENGTH = 2_000; // characters
const DOCUMENTS_LENGTH = 10_000; // characters, in total

const document = optionalLongText("A document", DOCUMENT_LENGTH).transform(withoutCardNumbers);

const TOO_MANY = `documents must have at most ${MAX_DOCUMENTS} entries`;
const TOO_LONG = `documents must have at most ${DOCUMENTS_LENGTH} characters together`;

const isTooLong = (entries: readonly string[]): boolean =>
  entries.reduce((sum, entry) => sum + [...entry].length, 0) > DOCUMENTS_LENGTH;

/** Free text and ids of uploaded files. */
export const documents = z
  .array(document, { error: "documents must be a list of texts" })
  .max(MAX_DOCUMENTS, TOO_MANY)
  .transform((entries) => entries.filter((entry) => entry !== ""))
  .refine((entries) => !isTooLong(entries), TOO_LONG);

/** Throws 400 if documents that came one after the other are more than a claim takes. */
export function refuseTooManyDocuments(entries: readonly string[]): void {
  const sentence = entries.length > MAX_DOCUMENTS ? TOO_MANY : isTooLong(entries) ? TOO_LONG : null;
  if (sentence !== null) throw new DomainError("invalid", sentence, { fields: { documents: sentence } });
}
