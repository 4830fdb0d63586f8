import { createContext, use, useLayoutEffect } from "react";

/** The record that a screen shows. */
export interface TitledRecord {
  readonly name: string;
  /** It fills the screen, and has the heading. */
  readonly isScreen: boolean;
}

export const RecordContext = createContext<(record: TitledRecord | null) => void>(() => undefined);

/** While it is shown, a record gives its name to the page; one that fills the screen has the `h1` too. */
export function useRecordTitle(name: string | undefined, isScreen = false): void {
  const setRecord = use(RecordContext);
  useLayoutEffect(() => {
    setRecord(name === undefined ? null : { name, isScreen });
    return () => setRecord(null);
  }, [name, isScreen, setRecord]);
}
