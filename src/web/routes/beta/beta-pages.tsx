import { INVITATION } from "../../../copy/en/links.ts";
import { Button, ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";
import { useBrand } from "../../lib/brand.ts";

/** Without JavaScript: the form posts to the address that it was opened at. `failure` is empty at first. */
export function InvitationPage({ failure }: { readonly failure: string }) {
  const { name } = useBrand();
  return (
    <NoticePage title={INVITATION.title(name)}>
      <p>{INVITATION.text}</p>
      <p role="alert">{failure}</p>
      <form method="post">
        <Button type="submit">{INVITATION.act}</Button>
      </form>
    </NoticePage>
  );
}

export const AcceptedInvitationPage = () => (
  <Notice title={INVITATION.accepted} text={INVITATION.acceptedText} />
);
export const UsedInvitationPage = () => <Notice title={INVITATION.used} text={INVITATION.usedText} />;
export const UnknownInvitationPage = () => (
  <Notice title={INVITATION.unknown} text={INVITATION.unknownText} />
);

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <NoticePage title={title}>
      <p>{text}</p>
      <ButtonLink href="/">{INVITATION.home}</ButtonLink>
    </NoticePage>
  );
}
