import { z } from "zod";
import type { Operation } from "../src/core/rpc/operations.ts";
import { kebab } from "../src/shared/command-line.ts";
import { flagHelp, isHiddenFlag } from "./help/flag-help.ts";

/** One key of an operation's input as a command-line flag. */
export interface Flag {
  /** The input's key, such as `businessName`. */
  readonly name: string;
  /** The key of the object that holds it; null for most. */
  readonly parent: string | null;
  /** As typed, without leading dashes: `business-name`. */
  readonly option: string;
  readonly kind: "text" | "number" | "boolean" | "list";
  /** Whether a boolean may be a text instead, such as `--parking "Behind the building"`. */
  readonly acceptsText: boolean;
  /** A value that begins with `{` is JSON. */
  readonly acceptsJson: boolean;
  readonly choices: readonly string[];
  /** Never a flag's value, because other users can list processes. */
  readonly secret: boolean;
  readonly required: boolean;
  /** A boolean of which false differs from omitted, as in an update, or that has to be said. */
  readonly isThreeWay: boolean;
  /** The schema's own description, that of the command line, or the name in words. */
  readonly help: string;
  /** Accepted, but left out of the help and of completion. */
  readonly isHidden: boolean;
}

/** The choices of a `format` that `--json` decides, so it is no flag. */
const TABLE_OR_LINES = "csv jsonl";

/** The flags of an operation in the order of its input, without the positional arguments. */
export function flagsOf({ input, cli, download }: Operation): readonly Flag[] {
  const fields = Object.entries(input?.shape ?? {}) as [string, z.ZodType][];
  return fields
    .filter(([name]) => !cli?.positionals.includes(name))
    .flatMap(([name, schema]) => flagsOfField(name, schema, cli?.words ?? []))
    .filter(
      ({ name, choices }) =>
        !(download !== null && name === "format" && choices.join(" ") === TABLE_OR_LINES),
    );
}

/** One flag, or one for each key of an object. */
function flagsOfField(name: string, schema: z.ZodType, words: readonly string[]): readonly Flag[] {
  const core = schemaChain(schema).at(-1);
  if (!(core instanceof z.ZodObject)) return [flagOf(name, schema, null, words)];
  const fields = Object.entries(core.shape) as [string, z.ZodType][];
  return fields.map(([key, field]) => flagOf(key, field, name, words));
}

function flagOf(name: string, schema: z.ZodType, parent: string | null, words: readonly string[]): Flag {
  const layers = schemaChain(schema);
  const core = layers.at(-1) ?? schema;
  const each = core instanceof z.ZodArray ? core.element : core;
  const kind = kindOf(core);
  const omitted = schema.safeParse(undefined);
  return {
    name,
    parent,
    option: kebab(name),
    help:
      layers.map((each) => each.description).find((text) => text !== undefined) ??
      flagHelp(words, kebab(name)) ??
      wordsOf(name),
    isHidden: isHiddenFlag(words, kebab(name)),
    kind,
    ...alternativesOf(layers, kind),
    choices: each instanceof z.ZodEnum ? each.options.map(String).filter((choice) => choice !== "") : [],
    secret: layers.some((each) => each.meta()?.secret === true),
    required: !omitted.success,
    isThreeWay:
      kind === "boolean" && (omitted.success ? omitted.data === undefined : schema.safeParse(false).success),
  };
}

/** What a field takes besides its first kind. */
function alternativesOf(
  layers: readonly z.ZodType[],
  kind: Flag["kind"],
): Pick<Flag, "acceptsText" | "acceptsJson"> {
  const options = layers.flatMap((layer) => (layer instanceof z.ZodUnion ? layer.options : []));
  const isText = options.some((option) => option instanceof z.ZodString);
  const acceptsJson = options.some((option) => option instanceof z.ZodRecord);
  return { acceptsText: kind === "boolean" && (isText || acceptsJson), acceptsJson };
}

const wordsOf = (name: string): string => kebab(name).replaceAll("-", " ");

function kindOf(core: z.ZodType): Flag["kind"] {
  if (core instanceof z.ZodBoolean) return "boolean";
  if (core instanceof z.ZodNumber) return "number";
  return core instanceof z.ZodArray ? "list" : "text";
}

/** A schema and the schemas it wraps, outermost first. */
function schemaChain(schema: z.ZodType): z.ZodType[] {
  const inner = innerOf(schema) as z.ZodType | undefined; // zod types it as a base class without `meta`
  return inner === undefined ? [schema] : [schema, ...schemaChain(inner)];
}

function innerOf(schema: z.ZodType) {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap();
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.innerType;
  if (schema instanceof z.ZodUnion) return schema.options.find((each) => !(each instanceof z.ZodUndefined));
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
}
