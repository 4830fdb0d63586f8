import type { ReactNode } from "react";
import { CITIES } from "../../../copy/en/cities.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Page } from "../../kit/page/page.tsx";
import { Footer } from "../../kit/site/footer.tsx";
import { PublicBar } from "../../kit/site/top-bar.tsx";

interface CityFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the pages about cities. */
export const CityFrame = ({ title, children }: CityFrameProps) => (
  <Page title={title} banner={<Bar />} footer={<Footer />}>
    {children}
  </Page>
);

const Bar = () => (
  <PublicBar>
    <ButtonLink href="/#beta" className="button-small top-bar-action">
      {CITIES.join}
    </ButtonLink>
  </PublicBar>
);
