const REQUIRED = " is required";

/** The message of an empty required field. */
export const requiredMessage = (label: string): string => label + REQUIRED;

/** Whether a validation message is that of an empty required field. */
export const isRequiredMessage = (sentence: string): boolean => sentence.endsWith(REQUIRED);
