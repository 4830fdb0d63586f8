/** Spellings that no letter rule unites; the first of each line is the canonical one. */
export const SPELLING_GROUPS: readonly string[] = [
  "masjid masjed mesjid masajid mosque mosques mosk mosquee musalla musallah musala moussalla mousalla jamia jami jame jamiah jamee markaz",
  "muhamad muhammad mohammed mohamed mohammad muhammed mohamad muhamed mohamud mohd mahomet muhamet",
  "husain hussein hussain hossein husayn hosein hussien",
  "hasan hassan",
  "omar umar omer umer",
  "osman usman uthman othman ottman",
  "osama usama",
  "kuran quran koran qoran",
  "abubakr abubakar abubaker abubeker",
  "bakr bakar baker bekr",
  "ibrahim ebrahim braheem ibraheem",
  "yusuf yousef yousuf youssef yusef yusof yousaf yossef youssouf",
  "ahmad ahmed ahmet",
  "mustafa mostafa moustafa mustapha",
  "aisha ayesha aysha aishah aicha ayisha",
  "fatima fatimah fatema fatma",
  "madina medina madinah medinah madeena madeenah",
  "maka makkah mecca makka meka",
  "ramadan ramazan ramadhan ramzan",
  "shawarma shwarma shawerma chawarma shaurma shoarma",
  "kabab kebab kabob kebob kabap kababs kebabs kabobs",
  "biryani biriyani briyani beryani",
  "falafel felafel falafil",
  "humus hummus houmous hommos hommus",
  "kofta kufta kafta kefta",
  "nihari nehari nahari",
  "zabiha dhabiha zabihah zabeeha dabiha dhabihah thabiha",
  "halal helal halaal hallal",
  "salam salaam selam salem",
  "jumua jumuah jumah juma jumma jummah",
  "tawhid tawheed tauhid towheed touhid",
  "huda hoda hudaa",
  "iman eman emaan imaan",
  "bilal belal bilaal",
  "taiba tayyibah tayba taibah taybah tayyiba taiyaba tayibah",
  "khalid khaled khalide",
  "mumin momin moomin mumineen mominin muminin",
  "shifa shefa",
  "rashid rasheed rashed",
  "said saeed saed saeid sayed syed sayyid sayid",
  "islam islaam eslam",
  "islamic islamik",
  "sahaba sahabah",
  "takwa taqwa takva taqua",
  "faruk farooq farouk faruq farook faruque farouq",
  "sidik siddiq siddique sadiq siddeeq sadeeq siddik",
  "center centre centers centres",
  "bazaar bazar",
  "restaurant restaurants resturant restaurent restuarant",
  "theater theatre",
];

/** Words for a mosque. */
export const MASJID_WORDS: readonly string[] = ["masjid", "mosque", "musalla", "musallah"];

/** Phrases with a one-word synonym. Of phrases with a common prefix, the longest comes first. */
export const PHRASES: readonly { readonly words: readonly string[]; readonly meaning: string }[] = [
  { words: ["islamic", "centers"], meaning: "masjid" },
  { words: ["islamic", "center"], meaning: "masjid" },
  { words: ["islamic", "centre"], meaning: "masjid" },
  { words: ["islamic", "cultural", "center"], meaning: "masjid" },
  { words: ["islamic", "cultural", "centre"], meaning: "masjid" },
  { words: ["prayer", "hall"], meaning: "masjid" },
];

/** Ignored if the query has other words. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  "of",
  "the",
  "and",
  "&",
  "for",
  "in",
  "al",
  "el",
  "an",
]);

/** Connectors of two words, as in `Masjid-e-Noor`; ignored between words. */
export const LINK_WORDS: ReadonlySet<string> = new Set(["e", "i"]);

/** Common words in Arabic script, folded, to their Latin skeletons. */
// biome-ignore format: a table
export const ARABIC_WORDS: ReadonlyMap<string, string> = new Map(Object.entries({
  مسجد: "masjid", المسجد: "masjid", جامع: "masjid", الجامع: "masjid", مصلي: "masjid",
  نور: "nur", النور: "nur", حلال: "halal", الحلال: "halal", مطعم: "restaurant", سوق: "suk", السوق: "suk",
  هدي: "huda", الهدي: "huda", تقوي: "takwa", التقوي: "takwa", رحمه: "rahma", الرحمه: "rahma", رحمن: "rahman",
  الرحمن: "rahman", سلام: "salam", السلام: "salam", ايمان: "iman", الايمان: "iman", اسلام: "islam",
  الاسلام: "islam", الاسلامي: "islamic", اسلامي: "islamic", مركز: "center", المركز: "center", مدينه: "madina",
  المدينه: "madina", مكه: "maka", قدس: "kuds", القدس: "kuds", اقصي: "aksa", الاقصي: "aksa", فرقان: "furkan",
  الفرقان: "furkan", بركه: "baraka", البركه: "baraka", زيتون: "zaitun", الزيتون: "zaitun", شاورما: "shawarma",
  كباب: "kabab", فلافل: "falafel", مخبز: "bakery", بيت: "bait", دار: "dar", ابراهيم: "ibrahim", محمد: "muhamad",
  عمر: "omar", علي: "ali", بلال: "bilal", خالد: "khalid", فاطمه: "fatima", قران: "kuran", القران: "kuran",
}));
