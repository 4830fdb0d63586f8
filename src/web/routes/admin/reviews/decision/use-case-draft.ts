import { useState } from "react";
import { draftsOf } from "../../../../kit/staff/use-session.ts";
import { useStaff } from "../../../../kit/staff/use-staff.ts";
import { storedText } from "../../../../lib/drafts.ts";
import { POSITION } from "../content.ts";

type Text = ReturnType<typeof storedText>;

/** What was typed about a case. It is kept until it is sent, even if another reviewer decides the case first. */
export interface CaseDraft {
  readonly note: Text;
  readonly placeId: Text;
  readonly latitude: Text;
  readonly longitude: Text;
}

/** The draft of the case with this id; the notes of claims and requests keep their earlier storage key. */
export function useCaseDraft(id: string): CaseDraft {
  const prefix = draftsOf(useStaff());
  const [draft] = useState(() => {
    const text = (name: string) => storedText(`${prefix}${name}:${id}`);
    return {
      note: text("note"),
      placeId: text("placeId"),
      latitude: text("latitude"),
      longitude: text("longitude"),
    };
  });
  return draft;
}

/** All of it as text, to copy; empty if nothing was typed. */
export function textOfDraft({ note, ...position }: CaseDraft): string {
  const lines = (["placeId", "latitude", "longitude"] as const)
    .filter((name) => position[name].current.trim() !== "")
    .map((name) => `${POSITION[name]}: ${position[name].current.trim()}`);
  return [note.current.trim(), ...lines].filter(Boolean).join("\n");
}

export function clearDraft(draft: CaseDraft): void {
  for (const text of Object.values<Text>({ ...draft })) text.current = "";
}
