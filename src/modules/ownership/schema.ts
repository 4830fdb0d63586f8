import { z } from "zod";
import { idInPath } from "../../shared/fields.ts";

export const releaseInput = z.object({ id: idInPath });
