import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/states.tsx";

interface NothingFoundProps {
  readonly words: Readonly<Record<"empty" | "emptyText" | "noMatch" | "noMatchText" | "clear", string>>;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

export function NothingFound({ words, filtered, onClear }: NothingFoundProps) {
  if (!filtered) return <EmptyState title={words.empty}>{words.emptyText}</EmptyState>;
  return (
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
}
