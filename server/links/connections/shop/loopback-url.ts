/** Whether an address leads to this machine: the only one to which tests may send a shop's credentials instead. */
export function isLoopbackUrl(address: string): boolean {
  return URL.canParse(address) && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(address).hostname)
}
