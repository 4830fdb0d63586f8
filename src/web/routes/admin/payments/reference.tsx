interface ReferenceProps {
  readonly reference: string;
  readonly tier: string | null;
}

/** What a gift or a pledge is called, and the tier that it pays for. */
export const Reference = ({ reference, tier }: ReferenceProps) => (
  <>
    {reference}
    {tier && <span className="table-sub">{tier}</span>}
  </>
);
