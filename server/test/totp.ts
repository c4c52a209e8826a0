import { createHmac } from 'node:crypto'

/** RFC 6238 with Node alone: the code of an authenticator app, `steps` half-minutes from now. */
export function totp(uri: string, steps = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...secret.replace(/=+$/, '')]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
