const NAMES: Readonly<Record<string, string>> = {
  "bsky.app": "Bluesky",
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
  "linkedin.com": "LinkedIn",
  "pinterest.com": "Pinterest",
  "snapchat.com": "Snapchat",
  "t.me": "Telegram",
  "threads.com": "Threads",
  "threads.net": "Threads",
  "tiktok.com": "TikTok",
  "twitter.com": "X",
  "whatsapp.com": "WhatsApp",
  "x.com": "X",
  "youtube.com": "YouTube",
};

/** The social network's name, or the host of one that is not known. */
export function networkName(link: string): string {
  const host = new URL(link).hostname.replace(/^(www|m)\./, "");
  return NAMES[host] ?? host;
}
