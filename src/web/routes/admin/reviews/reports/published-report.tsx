interface PublishedReportProps {
  readonly text: string | null;
  readonly reply: string | null;
  readonly conclusion: string;
}

/** What everyone sees of a closed report, in staff's plain form. */
export function PublishedReport({ text, reply, conclusion }: PublishedReportProps) {
  const parts = [
    ["A visitor:", text ?? "Not published"],
    ["The owner:", reply],
    ["What we found:", conclusion],
  ] as const;
  return (
    <dl className="published-report">
      {parts.map(
        ([who, words]) =>
          words && (
            <div key={who}>
              <dt>{who}</dt>
              <dd className="case-text" dir="auto">
                {words}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
