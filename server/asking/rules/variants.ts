import { createHash } from 'node:crypto'
import { stableJson } from '../../foundation/lib/text/stable-json.ts'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'

// A rule is one object until the store changes.
const keys = new WeakMap<RequestRule, string>()

/**
 * What tells a test from others, in 12 hexadecimal digits: of the rule's name and everything that its halves get. A rule
 * whose test or effect is changed begins a new test by itself.
 */
export function testKeyOf(rule: RequestRule): string {
  const known = keys.get(rule)
  if (known) return known
  const { name, then, test } = rule
  // jsonb returns the fields of an object in an order of its own.
  const key = sha256(stableJson([name, then, test]))
    .toString('hex')
    .slice(0, 12)
  keys.set(rule, key)
  return key
}

/** The half of an order, always the same for one test: the first bit of a hash, which no shop or buyer chooses. */
export function variantOf(testKey: string, orderId: string): 'a' | 'b' {
  const [first = 0] = sha256(`${testKey} ${orderId}`)
  return first < 128 ? 'a' : 'b'
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
