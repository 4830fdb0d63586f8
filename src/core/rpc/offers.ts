/**
 * What a module takes part in when something happens below it, such as a place that is deleted. Each offer is declared by
 * the module that announces it (`declare module`), made in the `module.ts` of those that take part, and run by the
 * announcer inside its own transaction.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface Offers {}

/** What the modules offer under a name, in the order of the floors. */
export const offersOf = <Name extends keyof Offers>(
  { modules }: { readonly modules: readonly Offers[] },
  name: Name,
): readonly NonNullable<Offers[Name]>[] =>
  modules.flatMap((module) => {
    const offer = module[name];
    return offer === undefined ? [] : [offer];
  });
