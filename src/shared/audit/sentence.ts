import { ACTION_WORDS, RECORD_NOUNS, type RecordNoun } from "./action-words.ts";

/** What an entry of the audit log says, after the actor's name. */
export interface Sentence {
  readonly text: string;
  /** The record that it was done to, and where its words are between two parts of the text. */
  readonly record: { readonly noun: RecordNoun; readonly words: string; readonly rest: string } | null;
}

const PLACEHOLDER = /\{(\w+)\}/;
/** Where an entry has the name of its record, in the order of preference. */
const NAMES = ["businessName", "name", "username", "poiName"] as const;

/** The words of an action; those of an action that is not known are its path. */
function wordsOf(action: string, after: unknown): string {
  const phrase = ACTION_WORDS[action];
  if (phrase === undefined) return action;
  return typeof phrase === "string" ? phrase : phrase(fieldsOf(after));
}

export function sentenceOf(action: string, after: unknown, name: string | null): Sentence {
  const words = wordsOf(action, after);
  const placeholder = PLACEHOLDER.exec(words);
  const noun = nounIn(placeholder);
  if (!placeholder || !noun) return { text: words, record: null };
  const { some, named } = RECORD_NOUNS[noun];
  const end = placeholder.index + placeholder[0].length;
  return {
    text: words.slice(0, placeholder.index),
    record: { noun, words: name === null ? some : named.replace("{}", () => name), rest: words.slice(end) },
  };
}

/** What kind of record an entry is about; null for those that are about none. */
export const nounOf = (action: string, after: unknown): RecordNoun | null =>
  nounIn(PLACEHOLDER.exec(wordsOf(action, after)));

/** The name of the record that the entry itself has. */
export function recordedName(before: unknown, after: unknown): string | null {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  for (const key of NAMES) {
    const name = fields[key];
    if (typeof name === "string" && name !== "") return name;
  }
  return null;
}

/** The actions whose words have one that starts with `word`, in any case. */
export function actionsWith(word: string): readonly string[] {
  const start = word.toLowerCase();
  return ALL_WORDS.flatMap(([action, words]) =>
    words.some((each) => each.startsWith(start)) ? [action] : [],
  );
}

const ALL_WORDS = Object.entries(ACTION_WORDS).map(([action, phrase]) => {
  const variants =
    typeof phrase === "string"
      ? [phrase]
      : [
          phrase({}),
          phrase({ success: false, answered: false, status: "rejected" }),
          phrase({ status: "approved" }),
        ];
  const text = variants.join(" ").replace(PLACEHOLDER, (_, noun: string) => ` ${noun} `);
  return [action, text.toLowerCase().match(/[a-z]+/g) ?? []] as const;
});

const nounIn = (placeholder: RegExpExecArray | null): RecordNoun | null => {
  const noun = placeholder?.[1];
  return noun !== undefined && isNoun(noun) ? noun : null;
};

const isNoun = (text: string): text is RecordNoun => Object.hasOwn(RECORD_NOUNS, text);

const fieldsOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === "object" && state !== null ? { ...state } : {};
