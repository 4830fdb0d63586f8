import { createContext } from "react";

/** What the server responds to a page's form that was sent without JavaScript; neither, before that. */
interface FormOutcome {
  /** Why it was refused. */
  readonly failed?: string;
  /** What the page of its success shows. */
  readonly done?: string;
}

/** Set by the build alone, which renders the pages that the server responds with. */
export const FormOutcomeContext = createContext<FormOutcome>({});
