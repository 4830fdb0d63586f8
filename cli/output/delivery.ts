import type { z } from "zod";
import type { deliverOutput } from "../../src/modules/mail/schema.ts";
import { EXIT } from "../errors.ts";

/** Partial failure if some mails could not be sent. */
export const deliveryExitCode = (result: unknown): number =>
  (result as z.output<typeof deliverOutput>).failed > 0 ? EXIT.partly : EXIT.done;
