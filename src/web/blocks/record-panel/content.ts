const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const PANEL = {
  back: "Back to the list",
  close: "Close",
  history: "History",
  title: upper,
  failed: (noun: string) => `The ${noun} could not be loaded`,
  gone: (noun: string) => `This ${noun} no longer exists`,
  goneText: "It was deleted, or its link is wrong.",
} as const;
