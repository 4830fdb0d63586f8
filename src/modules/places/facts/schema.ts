import { z } from "zod";
import { editedVersion, idInPath } from "../../../shared/fields.ts";
import { factFields } from "../../../shared/places/fact-fields.ts";

export const placeInput = z.object({ id: idInPath });
export const saveInput = z.object({ ...factFields, id: idInPath, updatedAt: editedVersion });

export { editedFacts as factsOutput } from "../../../shared/places/fact-fields.ts";
