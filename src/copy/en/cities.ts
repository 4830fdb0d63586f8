import type { Brand } from "../../shared/brand.ts";

export const CITIES_CARD = {
  title: "Cities",
  description: ({ name }: Brand) =>
    `Where people are waiting for ${name}, city by city, and how to bring it to yours first.`,
};

export const CITIES = {
  heading: "We open first where people are waiting",
  lead: (brand: string) =>
    `${brand} opens city by city. The more people wait in a city, and the more halal places and masjids we know there, the sooner it opens.`,
  join: "Join the waitlist",
  map: "A map of the USA and Canada with a dot for each city where ten people or more wait. The table below shows the same numbers.",
  failed: "The cities could not be loaded",
  none: "No city has ten people yet",
  noneText: "Yours can be the first.",
  table: "Cities with their people and places",
  listHeading: "Where people wait",
  note: "The numbers of people change once a day and are rounded down. We never show a number under ten, so that none says anything about one person.",
  source: "Cities by GeoNames, CC BY 4.0",
  withoutScripts: "The map needs JavaScript; the numbers do not.",
  numbers: "See the numbers for each city",
  back: "Back to the cities",
  people: (count: number | string) => (count === "<10" ? "fewer than 10" : `${count} or more`),
  waiting: (count: number | string) =>
    `${count === "<10" ? "Fewer than 10" : `At least ${count}`} people wait`,
} as const;

export const CITY_COLUMNS = {
  city: "City",
  waiting: "Waiting",
  places: "Places",
  masjids: "Masjids",
  verified: "Verified",
} as const;

export const NEAR = {
  heading: "Your city",
  label: "City and state",
  submit: "Show my city",
  missing: "Please enter your city",
  unknown: "We do not know this city. Try adding the state, such as Dearborn, MI.",
  unreached: "The server could not be reached. Please try again.",
  metro: (name: string) => `Around ${name}`,
  others: "Around it",
  places: ({ places, masjids }: Readonly<Record<"places" | "masjids", number | string>>) =>
    `${places} places, ${masjids} of them masjids`,
} as const;

export const HOW = {
  heading: "How your city gets there",
  steps: [
    {
      name: "Join, and say where",
      text: "Leave your first name and email, then choose your city on the same card. Each person there counts.",
      link: { name: "Join the waitlist", href: "/#beta" },
    },
    {
      name: "Tell friends in your city",
      text: "After joining, you get your own link. Send it to the family group, the study circle, the team.",
      link: { name: "Find your link", href: "/me" },
    },
    {
      name: "Put places on the map",
      text: "If you own a restaurant or a shop, or look after a masjid, add it. It is free.",
      link: { name: "For owners: add your place", href: "/partner/auth" },
    },
  ],
} as const;
