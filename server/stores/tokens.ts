import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32 // 190 bits
const checkLength = 6 // holds a CRC-32

/**
 * `rw_<kind>_<random><checksum>`: recognisable, found by secret scanners; a typing error is detected without a query.
 */
export function makeToken(kind: string): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const body = `rw_${kind}_${random}`
  return body + checksum(body)
}

/** Whether the checksum is right. It does not say whether the token exists. */
export function isWellFormedToken(token: string): boolean {
  return (
    token.length <= 100 &&
    /^rw_[a-z]+_[0-9A-Za-z]{38}$/.test(token) &&
    checksum(token.slice(0, -checkLength)) === token.slice(-checkLength)
  )
}

/** The stored hash of a secret token. 190 random bits need no slow hash, because they cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < checkLength; place++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
