import { z } from "zod";

type Lists = Readonly<Record<string, { readonly schema: z.ZodType }>>;
type Scoped<L extends Lists> = z.ZodObject<{
  [Scope in keyof L]: z.ZodCatch<z.ZodOptional<L[Scope]["schema"]>>;
}>;

/** The URL of a screen with several lists: each keeps its state under its own key. */
export function scopedParams<L extends Lists>(lists: L): Scoped<L>;
export function scopedParams(lists: Lists): z.ZodObject {
  const scopes = Object.entries(lists).map(([scope, { schema }]) => [
    scope,
    schema.optional().catch(undefined),
  ]);
  return z.object(Object.fromEntries(scopes));
}
