import { expect, test } from 'vitest'
import { seal, sealedUnder, unseal } from './sealed.ts'

// Computed with Python's cryptography 48 and hmac, not with the code under test: id, nonce, ciphertext with tag.
const vectors = {
  'AES-256-GCM': '72667e80cd871184' + '000102030405060708090a0b' + '99ddf6557440eb27cb27fed76cd74e9bbb808c25',
  'ChaCha20-Poly1305':
    '6c9ec6ccb972aa60' + '000102030405060708090a0b' + '57f39512371eaad3a6eefb1467f3f428f99b989e',
}
const [one, other] = ['a secret of the test, long enough for it', 'another secret, which is long enough too']
const secrets = { current: one, all: [one] }
const open = (sealed: Buffer, place = 'store-1 row-1') => unseal(secrets, 'a test', place, sealed)

for (const [algorithm, vector] of Object.entries(vectors)) {
  const sealed = Buffer.from(vector, 'hex')

  test(`opens a value encrypted by ${algorithm}, in its place alone`, () => {
    expect(open(sealed)?.toString()).toBe('olá')
    expect(() => open(sealed, 'store-1 row-2')).toThrow()
  })

  test(`refuses a value by ${algorithm} with any byte altered or missing`, () => {
    for (let index = 0; index < sealed.length; index++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index)
      // The first eight bytes name the secret and the algorithm: with another id, they name neither.
      if (index < 8) expect(open(altered)).toBeUndefined()
      else expect(() => open(altered)).toThrow()
    }
    for (let length = 8; length < sealed.length; length++)
      expect(() => open(sealed.subarray(0, length))).toThrow()
  })
}

test('a value is not opened by another algorithm than its own', () => {
  const [aes, chacha] = Object.values(vectors).map(hex => Buffer.from(hex, 'hex'))
  if (!aes || !chacha) throw new Error('two vectors')
  expect(() => open(Buffer.concat([chacha.subarray(0, 8), aes.subarray(8)]))).toThrow()
  expect(() => open(Buffer.concat([aes.subarray(0, 8), chacha.subarray(8)]))).toThrow()
})

test('what is written now is by AES-256-GCM, with a nonce of its own', () => {
  const sealed = [0, 1].map(() => seal(secrets, 'a test', 'store-1 row-1', Buffer.from('olá')))
  for (const value of sealed) {
    expect(value.subarray(0, 8).toString('hex')).toBe('72667e80cd871184')
    expect(open(value)?.toString()).toBe('olá')
  }
  expect(sealed[0]?.subarray(8, 20)).not.toEqual(sealed[1]?.subarray(8, 20))
})

test('a value counts as current, outdated by its algorithm, under the previous secret, or under none', () => {
  const [aes, chacha] = Object.values(vectors).map(hex => Buffer.from(hex, 'hex'))
  if (!aes || !chacha) throw new Error('two vectors')
  const rotating = { current: other, all: [other, one] }
  const gone = { current: other, all: [other] }
  expect([aes, chacha].map(value => sealedUnder(secrets, value))).toEqual(['current', 'outdated'])
  expect([aes, chacha].map(value => sealedUnder(rotating, value))).toEqual(['previous', 'previous'])
  expect([aes, chacha].map(value => sealedUnder(gone, value))).toEqual(['unknown', 'unknown'])
  expect(unseal(gone, 'a test', 'store-1 row-1', chacha)).toBeUndefined()
})
