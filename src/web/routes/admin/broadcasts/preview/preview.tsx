import { useState } from "react";
import { Button } from "../../../../ui/button/button.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { PREVIEW } from "../content.ts";
import { Frame } from "./frame.tsx";

const WIDTHS = ["phone", "desktop"] as const;

interface PreviewProps {
  /** Null while there is nothing to show. */
  readonly mail: { readonly subject: string; readonly html: string } | null;
  /** Why there is no newer one. */
  readonly problem?: string | null;
}

export function Preview({ mail, problem = null }: PreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("phone");
  return (
    <ListCard
      title={PREVIEW.title}
      actions={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className="preview-widths" role="group" aria-label={PREVIEW.widths}>
          {WIDTHS.map((each) => (
            <Button
              key={each}
              look="quiet"
              className="button-tiny"
              aria-pressed={each === width}
              onClick={() => setWidth(each)}
            >
              {PREVIEW[each]}
            </Button>
          ))}
        </div>
      }
    >
      <div className="preview">
        {problem !== null && <p className="field-error">{problem}</p>}
        {mail ? (
          <>
            <p className="preview-subject" dir="auto">
              {PREVIEW.subject(mail.subject)}
            </p>
            <Frame html={mail.html} width={width} />
          </>
        ) : (
          <p className="soft">{PREVIEW.empty}</p>
        )}
        <p className="preview-fixed">{PREVIEW.fixed}</p>
      </div>
    </ListCard>
  );
}
