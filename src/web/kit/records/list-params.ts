import { z } from "zod";
import { listSearchFields, type PagePosition, pageInput, typedText } from "../../lib/list.ts";

/** One control of a list's toolbar, and one parameter of its URL. */
export type Filter =
  | { readonly kind: "search"; readonly label: string }
  | { readonly kind: "text"; readonly label: string; readonly placeholder: string }
  /** A staff account that handles inquiries: its id, `me` or `none`. */
  | { readonly kind: "staff"; readonly label: string }
  /** A date such as `2026-01-31`. */
  | { readonly kind: "day"; readonly label: string }
  | { readonly kind: "choice"; readonly label: string; readonly options: Readonly<Record<string, string>> }
  | {
      readonly kind: "flag";
      readonly label: string;
      readonly options: Readonly<Record<"true" | "false", string>>;
    };

export type Filters = Readonly<Record<string, Filter>>;

type ValueOf<F extends Filter> = F extends { readonly kind: "flag" }
  ? boolean
  : F extends { readonly kind: "choice"; readonly options: infer Options }
    ? keyof Options & string
    : string;

/** A filter that is not set is undefined. */
export type FilterValues<F extends Filters> = { readonly [Name in keyof F]?: ValueOf<F[Name]> | undefined };

/** What a list keeps in the URL. */
export type ListSearch<F extends Filters, Sort extends string> = PagePosition &
  FilterValues<F> & { readonly sort?: Sort | undefined };

/** What a list's query is called with; `sort` is there where the list has orders. */
export type ListInput<F extends Filters, Sort extends string> = FilterValues<F> & {
  readonly cursor?: string | undefined;
  readonly page?: number;
  readonly limit: number;
  readonly sort: Sort;
};

export interface ListParams<F extends Filters, Sort extends string> {
  readonly filters: F;
  /** Each order with its name; the first is the default. */
  readonly sorts: Readonly<Record<Sort, string>>;
  /** Drops what it cannot read instead of failing: anyone may type anything into an address bar. */
  readonly schema: z.ZodType<ListSearch<F, Sort>, ListSearch<F, Sort>>;
  readonly valuesOf: (search: ListSearch<F, Sort>) => FilterValues<F>;
  readonly sortOf: (search: ListSearch<F, Sort>) => Sort;
  /** Whether the last page can be read as the first one of the opposite order. */
  readonly isReversible: (search: ListSearch<F, Sort>) => boolean;
  readonly inputOf: (search: ListSearch<F, Sort>, limit: number) => ListInput<F, Sort>;
}

interface Declared {
  readonly filters: Filters;
  readonly sorts?: Readonly<Record<string, string>>;
}

type AnySearch = PagePosition & { readonly sort?: string };

const OPPOSITE: Readonly<Record<string, string>> = { newest: "oldest", oldest: "newest" };

/**
 * Declares the filters and orders of a list. It is apart from the rest of the declaration because the router
 * needs the schema before the screen is loaded.
 */
export function listParams<const F extends Filters, Sort extends string = never>(declared: {
  readonly filters: F;
  readonly sorts?: Readonly<Record<Sort, string>>;
}): ListParams<F, Sort>;
// The compiler cannot follow the names from `declared` into the schema and out of it again: `unknown`.
export function listParams({ filters, sorts = {} }: Declared): unknown {
  const [initial] = Object.keys(sorts);
  const sortOf = ({ sort = initial }: AnySearch) => sort;
  const opposite = (search: AnySearch) => OPPOSITE[sortOf(search) ?? ""];
  const isReversible = (search: AnySearch) => opposite(search) !== undefined;
  const valuesOf = (search: object) =>
    Object.fromEntries(Object.entries(search).filter(([name]) => name in filters));
  const inputOf = (search: AnySearch, limit: number) => ({
    ...valuesOf(search),
    ...pageInput(search),
    limit,
    ...(initial !== undefined && { sort: (search.end && opposite(search)) || sortOf(search) }),
  });
  return { filters, sorts, schema: schemaOf({ filters, sorts }), valuesOf, sortOf, isReversible, inputOf };
}

function schemaOf({ filters, sorts }: Required<Declared>) {
  const { q: _, end, ...paging } = listSearchFields;
  const names = Object.keys(sorts);
  return z.object({
    ...paging,
    // Only a list with orders can be read from its end.
    ...(names.length > 0 && { end, sort: z.enum(names).optional().catch(undefined) }),
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, valueSchema(filter)])),
  });
}

function valueSchema(filter: Filter) {
  switch (filter.kind) {
    case "search":
    case "text":
    case "staff":
      return typedText;
    case "day":
      return z.iso.date().optional().catch(undefined);
    case "choice":
      return z.enum(Object.keys(filter.options)).optional().catch(undefined);
    case "flag":
      return z.boolean().optional().catch(undefined);
  }
}

/** `open` is the id of the record that is shown next to its list. */
const openRecord = z.object({ open: typedText });

/** The URL of a screen whose list opens records. */
export const withOpenRecord = <Schema extends z.ZodType>(list: Schema) => z.intersection(list, openRecord);

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
