/**
 * Whether a list of ETags (If-None-Match, If-Match) names this one. A proxy that compresses an answer weakens its ETag, or
 * adds the coding to it, and passes on what a client sends back: Apache and lighttpd `"a-gzip"`, Traffic Server `"a-df"`,
 * others `"a;gzip"` and `"a--gzip"`. It is still the same answer.
 */
export function namesEtag(list: string | undefined, etag: string): boolean {
  if (list === undefined) return false
  const own = withoutWeakness(etag)
  return list.split(',').some(one => {
    const sent = withoutWeakness(one.trim())
    return sent === '*' || (sent.startsWith(own.slice(0, -1)) && afterTag.test(sent.slice(own.length - 1)))
  })
}

// Behind our own tag, which may itself end in a hyphen.
const afterTag = /^(?:(?:--?|;)(?:gzip|br|zstd|deflate|df))?"$/

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '')
}
