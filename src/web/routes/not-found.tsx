import { ButtonLink } from "../kit/controls/button.tsx";
import { PublicNotice } from "../kit/site/public-page.tsx";

export function NotFoundPage() {
  return (
    <PublicNotice title="Page Not Found">
      <p>This road is on no map of ours. It may have moved, or the address holds a slip of the pen.</p>
      <ButtonLink href="/">Back to the start</ButtonLink>
    </PublicNotice>
  );
}
