import { Button } from "../button/button.tsx";
import { EmptyState } from "./states.tsx";

interface NoMatchWords {
  readonly noMatch: string;
  readonly noMatchText?: string;
  readonly clear: string;
}

interface NoMatchProps {
  readonly words: NoMatchWords;
  readonly onClear: () => void;
}

/** Where what was searched for or filtered is not there: the way back to all. */
export const NoMatch = ({ words, onClear }: NoMatchProps) => (
  <EmptyState
    title={words.noMatch}
    action={
      <Button look="quiet" className="button-small" onClick={onClear}>
        {words.clear}
      </Button>
    }
  >
    {words.noMatchText}
  </EmptyState>
);
