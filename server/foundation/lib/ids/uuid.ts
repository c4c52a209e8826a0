import { createHmac, randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const poolBytes = 16 * 256
const pool = new Uint8Array(poolBytes)
let used = poolBytes

let last = 0 // ms
let sequence = 0

/**
 * A UUID v7 (RFC 9562), greater than the previous one in this process. Random bytes are drawn for 256 ids at a time:
 * one draw per id took 11 % of the time of an order, which needs about four.
 */
export function uuid(): string {
  if (used === poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + 16)
  used += 16
  const now = Date.now()
  if (now > last) {
    last = now
    // 30 random bits leave room for a billion more within the millisecond.
    sequence = ((random[6] as number) << 22) | ((random[7] as number) << 14) | ((random[8] as number) << 6)
  } else {
    sequence++
  }
  return v7({ msecs: last, seq: sequence, random })
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** The same id with another timestamp (ms since 1970), which orders ids of version 7. */
export function uuidAt(at: number, id: string): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}${id.slice(13)}`
}

/**
 * Returns a function that maps each id to a new, unpredictable one with the same timestamp; equal ids map to equal ids.
 * For rows with ids from outside. Other texts are mapped too.
 */
export function renumbering(): (id: string) => string {
  const key = randomBytes(32)
  return id => {
    const random = createHmac('sha256', key).update(id).digest().subarray(0, 16)
    const msecs = isUuid(id) ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : 0
    return v7({ msecs, random })
  }
}
