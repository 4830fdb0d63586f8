import type { RefObject } from "react";
import type { OwnData } from "../../../modules/people/schema.ts";

/** What every part of the page that changes something needs. */
export interface OwnProps {
  readonly data: OwnData;
  readonly token: RefObject<string>;
  /** Reads the data again. */
  readonly onChanged: () => Promise<void>;
}
