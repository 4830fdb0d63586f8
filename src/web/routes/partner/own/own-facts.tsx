import { useState } from "react";
import type { Place } from "../../../../modules/places/schema.ts";
import { FactsDialog } from "../../../blocks/facts-form/facts-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { OWN } from "./content.ts";

/** The facts that the owner says about a place. */
export function OwnFacts({ place: { id, name } }: { readonly place: Place }) {
  const [open, setOpen] = useState(false);
  const cache = trpc.useUtils().partner.facts.get;
  const query = trpc.partner.facts.get.useQuery({ id }, { enabled: open });
  const save = trpc.partner.facts.save.useMutation({ onSuccess: (facts) => cache.setData({ id }, facts) });
  return (
    <>
      <Button look="quiet" className="button-small" onClick={() => setOpen(true)}>
        {OWN.facts}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <FactsDialog
        open={open}
        onClose={() => setOpen(false)}
        placeName={name}
        query={query}
        editor="owner"
        save={(facts, updatedAt) => save.mutateAsync({ id, ...facts, updatedAt })}
        onRefused={() => void cache.invalidate({ id })}
      />
    </>
  );
}
