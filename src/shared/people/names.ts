/** One to four words that no program turns into a link. */
const PLAIN_NAME = /^[\p{L}\p{M}'’-]{1,30}( [\p{L}\p{M}'’-]{1,30}){0,3}$/u;

/** Whether a text reads as a name and as nothing else: strangers can enter any name with any address. */
export const isPlainName = (name: string): boolean => PLAIN_NAME.test(name);
