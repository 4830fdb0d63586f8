import { toastError } from "../../../lib/toast/toast-error.ts";
import { useSessionChange } from "../session.ts";
import { DOWNLOAD } from "./content.ts";

/** Downloads the partner's data. A download cannot ask for the password, so the session is checked first. */
export function useDownload() {
  const { check } = useSessionChange();
  return async (): Promise<void> => {
    try {
      const { who } = await check();
      if (who) window.location.assign(DOWNLOAD.path); // an attachment: the page stays
    } catch (error) {
      toastError(DOWNLOAD.failed, error);
    }
  };
}
