/**
 * Whether the text is an origin as browsers write it: scheme, host and any non-default port. Stricter than `URL`, which
 * accepts hosts with characters that end a header's value, and `*`, which a browser reads as any host.
 */
export function isOrigin(text: string): boolean {
  return (
    text.length <= longest && plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text
  )
}

// A host name has at most 253 characters.
const longest = 270
const plainOrigin = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/
