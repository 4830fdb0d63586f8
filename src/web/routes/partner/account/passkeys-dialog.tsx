import { PASSKEYS } from "../../../blocks/passkeys/content.ts";
import { Passkeys } from "../../../blocks/passkeys/passkeys.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";

interface PasskeysDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's passkeys. */
export function PasskeysDialog({ open, onClose }: PasskeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={PASSKEYS.title}>
      {open && <PartnerPasskeys />}
    </Dialog>
  );
}

const PartnerPasskeys = () => (
  <div className="passkeys-dialog">
    <Passkeys {...usePartnerPasskeys()} />
  </div>
);

function usePartnerPasskeys() {
  const utils = trpc.useUtils();
  const calls = {
    startAdding: trpc.partner.passkeys.startAdding.useMutation().mutateAsync,
    add: trpc.partner.passkeys.add.useMutation().mutateAsync,
    rename: trpc.partner.passkeys.rename.useMutation().mutateAsync,
    remove: trpc.partner.passkeys.delete.useMutation().mutateAsync,
    reload: () =>
      Promise.allSettled([utils.partner.passkeys.list.invalidate(), utils.partner.session.list.invalidate()]),
  };
  return { query: trpc.partner.passkeys.list.useQuery(undefined, { staleTime: 0 }), calls } as const;
}
