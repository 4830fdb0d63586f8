import { useBrand } from "../../lib/brand.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Star } from "../../ui/star.tsx";
import { JOIN } from "./content.ts";

export function TopBar() {
  const { name } = useBrand();
  return (
    <header className="top-bar">
      <div className="wrap">
        <a className="wordmark" href="/">
          <Star />
          {name}
        </a>
        <ButtonLink href="#beta" className="button-small">
          {JOIN}
        </ButtonLink>
      </div>
    </header>
  );
}
