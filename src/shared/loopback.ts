const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a URL's host name is this machine for everyone who opens it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
