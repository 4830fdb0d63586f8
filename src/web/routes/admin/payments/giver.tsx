import { GIFTS } from "./content.ts";

interface GiverProps {
  readonly customerName: string;
  readonly customerEmail: string;
}

export function Giver({ customerName, customerEmail }: GiverProps) {
  return (
    <>
      {customerName || <span className="table-none">{GIFTS.noName}</span>}
      {customerEmail && (
        <a className="table-sub" href={`mailto:${customerEmail}`}>
          {customerEmail}
        </a>
      )}
    </>
  );
}
