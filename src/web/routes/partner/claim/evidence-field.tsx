import { useRef } from "react";
import { EVIDENCE } from "../../../../modules/ownership/claims/schema.ts";
import { focusFrom } from "../../../lib/focus-from.ts";
import { formatSize } from "../../../lib/format/format-size.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FileDrop } from "../../../ui/file-drop/file-drop.tsx";
import { EVIDENCE_WORDS } from "./content.ts";
import type { EvidenceItem } from "./evidence.ts";
import type { useEvidence } from "./use-evidence.ts";

interface EvidenceFieldProps {
  readonly evidence: ReturnType<typeof useEvidence>;
  readonly hint?: string | undefined;
}

/** The evidence files of a claim. */
export function EvidenceField({ evidence, hint = EVIDENCE_WORDS.hint }: EvidenceFieldProps) {
  const { items, add, drop, again } = evidence;
  const part = useRef<HTMLDivElement>(null);
  async function remove(item: EvidenceItem, pressed: Element): Promise<void> {
    if (await drop(item)) focusFrom(pressed, part.current?.querySelector("button"));
  }
  return (
    <div className="evidence-field" ref={part}>
      <FileDrop
        label={EVIDENCE_WORDS.label}
        hint={hint}
        action={EVIDENCE_WORDS.choose}
        cameraAction={EVIDENCE_WORDS.camera}
        accept={EVIDENCE.accept}
        onFiles={add}
      />
      {items.length > 0 && (
        <ul className="evidence-field-list" aria-label={EVIDENCE_WORDS.files}>
          {items.map((item) => (
            <li key={item.key} data-state={item.state}>
              <div className="evidence-field-file">
                <p className="evidence-field-name">
                  <bdi>{item.name}</bdi> <span className="soft">{formatSize(item.bytes)}</span>
                </p>
                <UploadState item={item} />
              </div>
              {item.state === "failed" && (
                <Button look="text" className="button-small" onClick={() => again(item)}>
                  {EVIDENCE_WORDS.again}
                </Button>
              )}
              <Button
                look="text"
                className="button-small"
                aria-label={`${EVIDENCE_WORDS.remove} ${item.name}`}
                onClick={(event) => void remove(item, event.currentTarget)}
              >
                {EVIDENCE_WORDS.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadState({ item }: { readonly item: EvidenceItem }) {
  if (item.state === "kept") {
    return (
      <p className="evidence-field-stored" role="status">
        {item.before ? EVIDENCE_WORDS.keptBefore : EVIDENCE_WORDS.kept}
      </p>
    );
  }
  if (item.state !== "sending") {
    return (
      <p className="field-error" role="alert">
        {item.problem}
      </p>
    );
  }
  const percent = Math.round(item.share * 100);
  return (
    <p className="evidence-field-progress">
      <progress value={percent} max={100} aria-label={item.name} />
      <span className="soft">{EVIDENCE_WORDS.sending(percent)}</span>
    </p>
  );
}
