import type { ReactNode } from "react";
import { FAILED } from "../../../copy/en/places.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PublicNotice, PublicPage } from "../../kit/site/public-page.tsx";

interface PlacesPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the public pages about places. They run no scripts. */
export const PlacesPage = ({ title, children }: PlacesPageProps) => (
  <PublicPage title={title}>{children}</PublicPage>
);

/** Why a page about a place could not be shown. */
export const FailedPage = ({ sentence }: { readonly sentence: string }) => (
  <PublicNotice title={FAILED.title}>
    <p role="alert">{sentence}</p>
    <ButtonLink href="/places">{FAILED.back}</ButtonLink>
  </PublicNotice>
);
