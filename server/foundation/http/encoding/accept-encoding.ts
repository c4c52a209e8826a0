/** A content coding in which answers are sent. */
export type Coding = 'br' | 'gzip' | 'identity'

const longest = 200 // characters; browsers send about 30
const mostKnown = 100
const known = new Map<string, Coding>()

/**
 * The coding with the greatest weight in an Accept-Encoding header (RFC 9110, 12.5.3), and of equal ones the smallest:
 * br, gzip, identity. Malformed elements are ignored. The result is `identity` without a header, with one of more than
 * 200 characters, and if nothing is acceptable: error 406 would help no client.
 */
export function chooseCoding(accepted: string | undefined): Coding {
  if (accepted === undefined || accepted.length > longest) return 'identity'
  const before = known.get(accepted)
  if (before) return before
  const coding = readCoding(accepted)
  // There are few headers, but a stranger may invent more.
  if (known.size === mostKnown) known.clear()
  known.set(accepted, coding)
  return coding
}

const element = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

function readCoding(accepted: string): Coding {
  const weights = new Map<string, number>()
  for (const one of accepted.split(',')) {
    const [, name, weight = '1'] = element.exec(one) ?? []
    if (name) weights.set(name.toLowerCase().replace('x-gzip', 'gzip'), Number(weight))
  }
  const rest = weights.get('*')
  let best: Coding = 'identity'
  let most = weights.get('identity') ?? rest ?? 0
  for (const coding of ['gzip', 'br'] as const) {
    const weight = weights.get(coding) ?? rest ?? 0
    if (weight > 0 && weight >= most) [best, most] = [coding, weight]
  }
  return best
}
