import { OpenRecord } from "../../../blocks/record-panel/open-record.tsx";

interface ReferenceProps {
  readonly reference: string;
  readonly tier: string | null;
  /** The id of the payment that it opens. */
  readonly opens?: string;
}

/** The reference and the tier of a gift or pledge. */
export const Reference = ({ reference, tier, opens }: ReferenceProps) => (
  <>
    {opens === undefined ? reference : <OpenRecord screen="/admin/payments" id={opens} name={reference} />}
    {tier && <span className="table-sub">{tier}</span>}
  </>
);
