import { useBrand } from "../../lib/brand.ts";
import { FOOTER } from "./content.ts";

export function Footer() {
  const { name, contactEmail, postalAddress } = useBrand();
  return (
    <footer className="footer">
      <div className="wrap">
        <p>{FOOTER.copyright(name)}</p>
        <p>
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <address>{postalAddress}</address>
      </div>
    </footer>
  );
}
