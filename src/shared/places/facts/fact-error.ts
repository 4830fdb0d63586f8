/** Why a fact cannot be read, for the person who sent it. */
export class FactError extends Error {}
