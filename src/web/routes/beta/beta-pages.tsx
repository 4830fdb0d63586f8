import { Button, ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";
import { useBrand } from "../../lib/brand.ts";
import { BETA } from "./content.ts";

/** Without JavaScript: the form posts to the address that it was opened at. `failure` is empty at first. */
export function InvitationPage({ failure }: { readonly failure: string }) {
  const { name } = useBrand();
  return (
    <NoticePage title={BETA.title(name)}>
      <p>{BETA.text}</p>
      <p role="alert">{failure}</p>
      <form method="post">
        <Button type="submit">{BETA.act}</Button>
      </form>
    </NoticePage>
  );
}

export const AcceptedInvitationPage = () => <Notice title={BETA.accepted} text={BETA.acceptedText} />;
export const UsedInvitationPage = () => <Notice title={BETA.used} text={BETA.usedText} />;
export const UnknownInvitationPage = () => <Notice title={BETA.unknown} text={BETA.unknownText} />;

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <NoticePage title={title}>
      <p>{text}</p>
      <ButtonLink href="/">{BETA.home}</ButtonLink>
    </NoticePage>
  );
}
