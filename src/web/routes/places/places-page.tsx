import type { ReactNode } from "react";
import { BAR, FAILED } from "../../../copy/en/places.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { NoticePage, Page } from "../../kit/page/page.tsx";
import { Footer } from "../../kit/site/footer.tsx";
import { PublicBar } from "../../kit/site/top-bar.tsx";

interface PlacesPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the public pages about places. They run no scripts. */
export function PlacesPage({ title, children }: PlacesPageProps) {
  return (
    <Page title={title} banner={<Bar />} footer={<Footer />}>
      {children}
    </Page>
  );
}

const Bar = () => (
  <PublicBar>
    <ButtonLink href="/places" look="text" className="button-small top-bar-action">
      {BAR.search}
    </ButtonLink>
    <ButtonLink href="/#beta" look="quiet" className="button-small top-bar-action">
      {BAR.join}
    </ButtonLink>
  </PublicBar>
);

/** Why a page about a place could not be shown. */
export const FailedPage = ({ sentence }: { readonly sentence: string }) => (
  <NoticePage title={FAILED.title}>
    <p role="alert">{sentence}</p>
    <ButtonLink href="/places">{FAILED.back}</ButtonLink>
  </NoticePage>
);
