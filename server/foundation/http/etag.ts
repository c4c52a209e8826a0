import { hash } from 'node:crypto'
import type { Coding } from './encoding/accept-encoding.ts'

/** The tag of a content: equal for equal contents. */
export function tagOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, 22)
}

/** The ETag of a content in a coding, by the content's tag. */
export function etagIn(coding: Coding, tag: string): string {
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
}

/**
 * The ETag of a 304 if `list` (If-None-Match) names the content in any coding, or undefined. It is the one that the
 * client has, so that a cache finds its entry; if a proxy changed it, that of `coding`, which the client accepts.
 */
export function knownEtag(list: string | undefined, coding: Coding, tag: string): string | undefined {
  if (list === undefined) return undefined
  const own = [coding, ...(['br', 'gzip', 'identity'] as const)].map(one => etagIn(one, tag))
  const sent = list.split(',').map(one => withoutWeakness(one.trim()))
  return (
    own.find(etag => sent.includes(etag)) ?? (own.some(etag => namesEtag(list, etag)) ? own[0] : undefined)
  )
}

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
