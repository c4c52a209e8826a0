import type { NewEvent } from './record.ts'

const mostBytes = 20_000

/**
 * The body of an event, as it is signed and sent. Longer than 20 kB, its longest texts and lists are shortened, and
 * `truncated` is true.
 */
export function eventBody(storeId: string, { type, data }: NewEvent, at: Date): string {
  const write = (fields: Record<string, unknown>) =>
    JSON.stringify({ type, timestamp: at.toISOString(), data: { store_id: storeId, ...fields } })
  let body = write(data)
  for (let fields = data; Buffer.byteLength(body) > mostBytes; body = write(fields)) fields = shorten(fields)
  return body
}

/** Halves the longest field. */
function shorten(fields: Record<string, unknown>): Record<string, unknown> {
  const sizeOf = (value: unknown) =>
    typeof value === 'string' || Array.isArray(value) ? JSON.stringify(value).length : 0
  const [[name, value] = ['', '']] = Object.entries(fields).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  const half = Array.isArray(value) ? value.slice(0, value.length / 2) : firstHalf(String(value))
  return { ...fields, [name]: half, truncated: true }
}

// By characters, so that no surrogate is left alone.
function firstHalf(text: string): string {
  const characters = [...text]
  return characters.slice(0, characters.length / 2).join('')
}
