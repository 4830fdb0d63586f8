import { useBrand } from "../../lib/brand.ts";
import { Page } from "../../ui/page.tsx";
import { Star } from "../../ui/star.tsx";
import { BETA, TITLE } from "./content.ts";
import { Footer } from "./footer.tsx";
import { Hero } from "./hero.tsx";
import { TopBar } from "./top-bar.tsx";
import { WaitlistCard } from "./waitlist-card.tsx";

export function LandingPage() {
  return (
    <Page title={TITLE} banner={<TopBar />} footer={<Footer />}>
      <Hero />
      <Beta />
    </Page>
  );
}

function Beta() {
  const { name } = useBrand();
  return (
    <section id="beta" className="beta wrap" aria-labelledby="beta-heading">
      <div className="route-line" aria-hidden="true" />
      <div className="beta-words">
        <h2 id="beta-heading">{BETA.heading}</h2>
        <p>{BETA.text}</p>
        <ul className="starred">
          {BETA.benefits.map((benefit) => (
            <li key={benefit}>
              <Star />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="soft">{`The core of ${name} is free for everyone.`}</p>
      </div>
      <WaitlistCard />
    </section>
  );
}
