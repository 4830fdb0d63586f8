import { JOINED } from "../../../../blocks/joined/content.ts";
import { useBrand } from "../../../../lib/brand.ts";
import { useCopied } from "../../../../lib/hooks/use-copied.ts";
import { toast } from "../../../../lib/toast/toast.ts";
import { Button } from "../../../../ui/button/button.tsx";

/** Passes the person's own link on: by the phone's own sheet, else by copying it. */
export function PassOn({ link }: { readonly link: string }) {
  const { name } = useBrand();
  const { copied, copy } = useCopied();
  const data = { title: name, text: JOINED.passText(name), url: link };
  const canShare = typeof navigator.share === "function" && navigator.canShare?.(data) === true;
  async function onClick(): Promise<void> {
    try {
      await (canShare ? navigator.share(data) : copy(link));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the person closed the sheet
      toast({ title: JOINED.copyFailed, variant: "destructive" });
    }
  }
  return (
    <Button look="quiet" onClick={() => void onClick()}>
      {canShare ? JOINED.pass : <span aria-live="polite">{copied ? JOINED.copied : JOINED.copyLink}</span>}
    </Button>
  );
}
