import { Footer } from "../../blocks/footer/footer.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Beta } from "./beta/beta.tsx";
import { Community, Coverage, Value } from "./community/community.tsx";
import { TITLE } from "./content.ts";
import { Faq } from "./faq/faq.tsx";
import { Features } from "./features/features.tsx";
import { EarlyAccess, Hero } from "./hero/hero.tsx";
import { TopBar } from "./top-bar.tsx";

export function LandingPage() {
  return (
    <Page title={TITLE} banner={<TopBar />} footer={<Footer />}>
      <EarlyAccess />
      <Hero />
      <Features />
      <Value />
      <Coverage />
      <Community />
      <Beta />
      <Faq />
    </Page>
  );
}
