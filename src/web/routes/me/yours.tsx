import { useRef, useState } from "react";
import type { KeptData } from "../../../shared/people/erasure.ts";
import { trpc } from "../../lib/api.tsx";
import { formatDay } from "../../lib/format/format-date.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastError } from "../../lib/toast/toast-error.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/card/card.tsx";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { ME, YOURS } from "./content.ts";
import type { OwnProps } from "./own-props.ts";

/** Take a copy, or have everything erased. */
export function Yours({ token, onChanged }: OwnProps) {
  const copy = trpc.public.me.export.useMutation();
  const erase = trpc.public.me.erase.useMutation();
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState<readonly KeptData[]>([]);
  const opener = useRef<HTMLButtonElement>(null);
  async function download(): Promise<void> {
    try {
      saveAs(YOURS.file, JSON.stringify(await copy.mutateAsync({ token: token.current }), null, 2));
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  async function confirmErase(): Promise<void> {
    try {
      const erased = await erase.mutateAsync({ token: token.current });
      toast({ title: YOURS.erased, description: YOURS.erasedText });
      setKept(erased.kept);
      setAsking(false);
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  return (
    <Card className="me-card">
      <h2>{YOURS.heading}</h2>
      <div className="me-actions">
        <Button look="quiet" disabled={copy.isPending} onClick={() => void download()}>
          {YOURS.export}
        </Button>
        <Button ref={opener} look="danger" onClick={() => setAsking(true)}>
          {YOURS.erase}
        </Button>
      </div>
      <KeptList kept={kept} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={YOURS.eraseTitle}
        action={YOURS.erase}
        acting={YOURS.erasing}
        onConfirm={confirmErase}
        focusAfter={() => opener.current}
      >
        {YOURS.eraseText}
      </Confirm>
    </Card>
  );
}

function KeptList({ kept }: { readonly kept: readonly KeptData[] }) {
  if (kept.length === 0) return null;
  return (
    <>
      <h3>{YOURS.kept}</h3>
      <ul className="me-records">
        {kept.map(({ what, why, until }) => (
          <li key={what}>
            <strong>{what}</strong>
            <span className="soft">{until === null ? why : `${why} Until ${formatDay(until)}.`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
