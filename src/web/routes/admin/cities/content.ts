export const CITIES = {
  title: "Cities",
  failed: "The cities could not be loaded",
  none: "No one has chosen a city yet",
  noneText: "Signups and places appear here as soon as they have one.",
  map: "A map of the USA and Canada with a dot for each city, larger where more people have confirmed. The table below shows the same numbers.",
  ranking: "Ranking",
  table: "Cities by confirmed people",
  people: (confirmed: number) => `${confirmed} confirmed`,
  counted: (at: string) => `Counted ${at}`,
  reached: "Reached",
  missing: (people: number) => `${people} to go`,
} as const;

export const BAR = {
  heading: "The bar",
  text: "How many people with a confirmed address a city needs before you launch there.",
  label: "Confirmed people",
  submit: "Set the bar",
  missing: "Please enter the number of people",
  done: "The bar is set",
  failed: "The bar could not be set",
} as const;
