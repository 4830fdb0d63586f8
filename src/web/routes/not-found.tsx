import { HOME, NOT_FOUND } from "../../copy/en/site.ts";
import { ButtonLink } from "../kit/controls/button.tsx";
import { PublicNotice } from "../kit/site/public-page.tsx";

export function NotFoundPage() {
  return (
    <PublicNotice title={NOT_FOUND.title}>
      <p>{NOT_FOUND.text}</p>
      <ButtonLink href="/">{HOME}</ButtonLink>
    </PublicNotice>
  );
}
