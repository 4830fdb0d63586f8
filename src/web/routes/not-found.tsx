import { ButtonLink } from "../kit/controls/button.tsx";
import { NoticePage } from "../kit/page/page.tsx";

export function NotFoundPage() {
  return (
    <NoticePage title="Page Not Found">
      <p>This road is on no map of ours. It may have moved, or the address holds a slip of the pen.</p>
      <ButtonLink href="/">Back to the start</ButtonLink>
    </NoticePage>
  );
}
