import { Button } from "./button.tsx";
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

/** Shown if a search or filter has no match, with a button that clears it. */
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
