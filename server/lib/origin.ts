/**
 * Whether the text is an origin as browsers write it: scheme, host and, where it is not the usual one, port. Hosts
 * may hold signs that end a value in a header, and `*` is one name to a URL and any name to a browser: neither is
 * one of ours.
 */
export function isOrigin(text: string): boolean {
  return (
    text.length <= longest && plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text
  )
}

// A host name has 253 characters at most.
const longest = 270
const plainOrigin = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/
