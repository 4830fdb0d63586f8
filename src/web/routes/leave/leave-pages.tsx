import { LEAVE } from "../../../copy/en/links.ts";
import { Button, ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";
import { useBrand } from "../../lib/brand.ts";

/** Without JavaScript: the form posts to the address that it was opened at. `failure` is empty at first. */
export function LeavePage({ failure }: { readonly failure: string }) {
  const { name } = useBrand();
  return (
    <NoticePage title={LEAVE.title}>
      <p>{LEAVE.text(name)}</p>
      <p role="alert">{failure}</p>
      <form method="post">
        <Button type="submit">{LEAVE.act}</Button>
      </form>
    </NoticePage>
  );
}

export function LeftPage() {
  const { name } = useBrand();
  return (
    <NoticePage title={LEAVE.left}>
      <p>{LEAVE.leftText(name)}</p>
      <ButtonLink href="/">{LEAVE.home}</ButtonLink>
    </NoticePage>
  );
}

export function UnknownLeavePage() {
  return (
    <NoticePage title={LEAVE.unknown}>
      <p>{LEAVE.unknownText}</p>
      <ButtonLink href="/me">{LEAVE.newLink}</ButtonLink>
    </NoticePage>
  );
}
