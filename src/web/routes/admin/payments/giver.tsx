import { mailto } from "../../../lib/mailto.ts";
import { None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";

interface GiverProps {
  readonly customerName: string;
  readonly customerEmail: string;
}

export const Giver = ({ customerName, customerEmail }: GiverProps) => (
  <>
    {customerName ? <UserText text={customerName} /> : <None text="No name given" />}
    {customerEmail && (
      <a className="table-sub" href={mailto(customerEmail)}>
        {customerEmail}
      </a>
    )}
  </>
);
