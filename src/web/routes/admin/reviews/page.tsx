import { useKeys } from "../../../kit/commands/use-shortcuts.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { Desk } from "./desk.tsx";

export function ReviewsPage() {
  return (
    <StaffFrame title="Reviews" actions={<ShowKeys />}>
      <Desk />
    </StaffFrame>
  );
}

/** Next to the title, as the keys are used all the time here; `?` shows them too. */
const ShowKeys = () => {
  const { show } = useKeys();
  return (
    <Button look="quiet" className="button-tiny desk-keys" aria-keyshortcuts="?" onClick={show}>
      Keys&nbsp;<kbd>?</kbd>
    </Button>
  );
};
