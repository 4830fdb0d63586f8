interface ReferenceProps {
  readonly reference: string;
  readonly tier: string | null;
}

/** The reference and the tier of a gift or pledge. */
export const Reference = ({ reference, tier }: ReferenceProps) => (
  <>
    {reference}
    {tier && <span className="table-sub">{tier}</span>}
  </>
);
