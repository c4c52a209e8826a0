/** A leaf of a MIME message: its type in small letters, and its body, decoded. */
export type Part = { type: string; body: string }

const deepest = 8

/** The headers of a MIME message, and its leaves. A message inside it is a leaf. */
export function partsOf(raw: string, depth = 0): { headers: Map<string, string>; parts: Part[] } {
  const end = /\r?\n\r?\n/.exec(raw)
  const headers = readHeaders(end ? raw.slice(0, end.index) : raw)
  const body = end ? raw.slice(end.index + end[0].length) : ''
  const given = headers.get('content-type') ?? 'text/plain'
  const type = given.trim().toLowerCase()
  const line = parameter(given, 'boundary')
  if (!type.startsWith('multipart/') || !line || depth === deepest) {
    const encoding = headers.get('content-transfer-encoding') ?? ''
    return { headers, parts: [{ type, body: decode(body, encoding, parameter(given, 'charset')) }] }
  }
  const parts = `\n${body}`
    .split(`\n--${line}`)
    .slice(1)
    .filter(part => !part.startsWith('--'))
    .flatMap(part => partsOf(part.replace(/^[^\n]*\n/, ''), depth + 1).parts)
  return { headers, parts }
}

/** Header fields by their names in small letters, unfolded. */
export function readHeaders(text: string): Map<string, string> {
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ')
  return new Map(
    unfolded.split(/\r?\n/).flatMap(line => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1)] as const] : []
    }),
  )
}

function parameter(field: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(field) ?? []
  return quoted ?? plain
}

function decode(body: string, encoding: string, charset = 'utf-8'): string {
  const how = encoding.trim().toLowerCase()
  if (how === 'base64') return charactersOf(Buffer.from(body, 'base64'), charset)
  if (how !== 'quoted-printable') return body
  return body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[0-9A-Fa-f]{2})+/g, bytes =>
      charactersOf(Buffer.from(bytes.replaceAll('=', ''), 'hex'), charset),
    )
}

function charactersOf(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8') // a charset that nobody knows
  }
}
