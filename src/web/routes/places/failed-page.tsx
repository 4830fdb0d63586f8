import { FAILED } from "../../../copy/en/places.ts";
import { ButtonLink } from "../../kit/page/button.tsx";
import { NoticePage } from "../../kit/page/page.tsx";

/** Why a page about a place could not be shown. */
export const FailedPage = ({ sentence }: { readonly sentence: string }) => (
  <NoticePage title={FAILED.title}>
    <p role="alert">{sentence}</p>
    <ButtonLink href="/places">{FAILED.back}</ButtonLink>
  </NoticePage>
);
