import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32 // 190 bits
const checkLength = 6 // holds a CRC-32
const storeLength = 22 // holds 128 bits

/**
 * `rw_<kind>_<random><checksum>`: recognisable, found by secret scanners; a typing error is detected without a query.
 * With a `storeId`, that id comes before the random characters.
 */
export function makeToken(kind: string, storeId?: string): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const body = `rw_${kind}_${storeId === undefined ? '' : writeStore(storeId)}${random}`
  return body + checksum(body)
}

/** The store in a token; undefined for a token without one. */
export function storeOfToken(token: string): string | undefined {
  const [, store] = /^rw_[a-z]+_([0-9A-Za-z]{22})[0-9A-Za-z]{38}$/.exec(token) ?? []
  return store === undefined ? undefined : readStore(store)
}

/** Whether the checksum is right. It does not say whether the token exists. */
export function isWellFormedToken(token: string): boolean {
  return (
    token.length <= 100 &&
    /^rw_[a-z]+_([0-9A-Za-z]{22})?[0-9A-Za-z]{38}$/.test(token) &&
    checksum(token.slice(0, -checkLength)) === token.slice(-checkLength)
  )
}

/** The stored hash of a secret token. 190 random bits need no slow hash, because they cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function writeStore(storeId: string): string {
  return inBase62(BigInt(`0x${storeId.replaceAll('-', '')}`), storeLength)
}

function readStore(text: string): string | undefined {
  const number = [...text].reduce((sum, digit) => sum * base + BigInt(alphabet.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(32, '0')
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined
}

function checksum(body: string): string {
  return inBase62(BigInt(crc32(body)), checkLength)
}

const base = BigInt(alphabet.length)

function inBase62(number: bigint, length: number): string {
  let rest = number
  let digits = ''
  for (let place = 0; place < length; place++) {
    digits = alphabet[Number(rest % base)] + digits
    rest /= base
  }
  return digits
}
