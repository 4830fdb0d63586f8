import { useBrand } from "../../lib/brand.ts";
import { Star } from "../page/star.tsx";

/** The name and the star, as a link to the home page. */
export function Wordmark() {
  const { name } = useBrand();
  return (
    <a className="wordmark" href="/">
      <Star />
      <span>{name}</span>
    </a>
  );
}
