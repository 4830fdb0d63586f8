/** Cities of the sample places: name, state, degrees north and west, and the prefix of their postal codes. */
export const CITIES: readonly (readonly [string, string, number, number, string])[] = [
  ["New York", "NY", 40.7128, 74.006, "100"],
  ["Brooklyn", "NY", 40.6782, 73.9442, "112"],
  ["Buffalo", "NY", 42.8864, 78.8784, "142"],
  ["Los Angeles", "CA", 34.0522, 118.2437, "900"],
  ["San Diego", "CA", 32.7157, 117.1611, "921"],
  ["San Francisco", "CA", 37.7749, 122.4194, "941"],
  ["Sacramento", "CA", 38.5816, 121.4944, "958"],
  ["Chicago", "IL", 41.8781, 87.6298, "606"],
  ["Houston", "TX", 29.7604, 95.3698, "770"],
  ["Dallas", "TX", 32.7767, 96.797, "752"],
  ["Austin", "TX", 30.2672, 97.7431, "787"],
  ["San Antonio", "TX", 29.4241, 98.4936, "782"],
  ["Philadelphia", "PA", 39.9526, 75.1652, "191"],
  ["Pittsburgh", "PA", 40.4406, 79.9959, "152"],
  ["Dearborn", "MI", 42.3223, 83.1763, "481"],
  ["Detroit", "MI", 42.3314, 83.0458, "482"],
  ["Columbus", "OH", 39.9612, 82.9988, "432"],
  ["Cleveland", "OH", 41.4993, 81.6944, "441"],
  ["Minneapolis", "MN", 44.9778, 93.265, "554"],
  ["Milwaukee", "WI", 43.0389, 87.9065, "532"],
  ["Boston", "MA", 42.3601, 71.0589, "021"],
  ["Paterson", "NJ", 40.9168, 74.1718, "075"],
  ["Jersey City", "NJ", 40.7178, 74.0431, "073"],
  ["Washington", "DC", 38.9072, 77.0369, "200"],
  ["Baltimore", "MD", 39.2904, 76.6122, "212"],
  ["Atlanta", "GA", 33.749, 84.388, "303"],
  ["Orlando", "FL", 28.5383, 81.3792, "328"],
  ["Miami", "FL", 25.7617, 80.1918, "331"],
  ["Phoenix", "AZ", 33.4484, 112.074, "850"],
  ["Denver", "CO", 39.7392, 104.9903, "802"],
  ["Seattle", "WA", 47.6062, 122.3321, "981"],
  ["Portland", "OR", 45.5152, 122.6784, "972"],
  ["St. Louis", "MO", 38.627, 90.1994, "631"],
  ["Nashville", "TN", 36.1627, 86.7816, "372"],
  ["Toronto", "ON", 43.6532, 79.3832, "M5V"],
  ["Mississauga", "ON", 43.589, 79.6441, "L5B"],
  ["Ottawa", "ON", 45.4215, 75.6972, "K1P"],
  ["Montréal", "QC", 45.5019, 73.5674, "H2X"],
  ["Calgary", "AB", 51.0447, 114.0719, "T2P"],
  ["Vancouver", "BC", 49.2827, 123.1207, "V6B"],
];

/** First words of invented names, in several transliterations. */
export const ARABIC = words(
  "Noor Nur Nour Rahma Rahmah Salam Salaam Huda Taqwa Furqan Iman Ikhlas Hamza Bilal Khalid Omar Umar Usman Uthman Ali Hasan Hussain Fatima Khadija Aisha Maryam Yusuf Ibrahim Idris Musa Isa Zakariya Dawud Sulaiman Farooq Siddiq Madina Medina Makkah Quba Aqsa Quds Andalus Zaytuna Barakah Baraka Ansar Hijra Safa Marwa Arafat Mina Zamzam Kawthar Rayyan Firdaus Jannah Sabr Shukr Tawheed Sunnah Falah Najah Hilal Qamar Shams Najm Fajr Isra Miraj Ramadan Karim Kareem Rahim Raheem Hakim Latif Wadud Nasr Amin Ameen Sadiq Tariq Jamal Kamal Rashid Rasheed",
);
export const ARTICLES = words("Al- Al- Al- El- Al El An- Ar- As- Ad-");
export const ENGLISH = words(
  "Crescent Olive Saffron Lantern Cedar Date Palm Minaret Garden Golden Silk Spice River Harbor Orchard Pomegranate Jasmine Rose Desert Oasis Sultan Royal Star Corner Family Brothers Sunrise Village Bridge Old Town Ruby Emerald Copper Marble Fig Almond Mint Cardamom Cinnamon Tulip Cypress Falcon Pearl Amber Grand Little Green White Blue",
);

/** Kinds of places in names, by category. */
export const KINDS = {
  restaurant: words(
    "Grill|Halal Grill|Kitchen|Restaurant|Halal Restaurant|Cafe|Kabob House|Kebab|Shawarma|Biryani House|Tandoori|Bakery|Diner|Pizza & Grill|Falafel|BBQ|Mediterranean Grill|Sweets & Cafe|Afghan Cuisine|Yemeni Kitchen",
    "|",
  ),
  mosque: words("Mosque|Masjid|Islamic Center|Islamic Society|Musalla|Jami Masjid|Community Mosque", "|"),
  grocery: words(
    "Market|Halal Meat|Halal Market|Grocery|International Foods|Supermarket|Butcher|Halal Meat & Grocery|Bazaar|Foods",
    "|",
  ),
  services: words(
    "Tax Services|Travel|Auto Repair|Insurance|Law Office|Funeral Services|Barber Shop|Academy|Pharmacy|Tailoring|Dental Care|Web Services",
    "|",
  ),
  retail: words(
    "Fashion|Modest Wear|Books|Jewelers|Perfumes|Gifts|Carpets|Electronics|Hijab Boutique|Abaya House",
    "|",
  ),
} as const;

export const STREETS = words(
  "Main Street|Oak Avenue|Maple Drive|2nd Street|Lake Road|Park Avenue|Cedar Lane|Elm Street|Washington Boulevard|Atlantic Avenue|Devon Avenue|Warren Avenue|Bellaire Boulevard|Coney Island Avenue|Kennedy Road|Lawrence Avenue|Gerrard Street|Michigan Avenue|Hillcroft Avenue|Rainier Avenue",
  "|",
);

/** Syllables of invented family names. */
export const FIRST_PARTS = words(
  "Ba Da Fa Ha Ja Ka La Ma Na Qa Ra Sa Ta Wa Za Bu Du Ghu Hu Ju Khu Mu Nu Ru Shi Si Ti Zi",
);
export const MIDDLE_PARTS = words("b d f gh h j k kh l m n q r s sh t w z rr ss mm ll br rd rf sm nd nt");
export const LAST_PARTS = words(
  "ani awi adi ari iri ouri oudi eed een ira iya an ar ali amin asi attar azi ouf ouk uddin ullah",
);

function words(text: string, between = " "): readonly string[] {
  return text.split(between);
}
