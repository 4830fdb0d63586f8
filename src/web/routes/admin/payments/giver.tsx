import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";

interface GiverProps {
  readonly customerName: string;
  readonly customerEmail: string;
}

export const Giver = ({ customerName, customerEmail }: GiverProps) => (
  <>
    {customerName ? <UserText text={customerName} /> : <None text="No name given" />}
    {customerEmail && <MailLink address={customerEmail} className="table-sub" />}
  </>
);
