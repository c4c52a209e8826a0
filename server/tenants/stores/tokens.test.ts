import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashToken, isWellFormedToken, makeToken, storeOfToken } from './tokens.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('makeToken', () => {
  test('names its kind, and is well formed', () => {
    expect(makeToken('orders')).toMatch(/^rw_orders_[0-9A-Za-z]{38}$/)
    for (let made = 0; made < 1_000; made++) expect(isWellFormedToken(makeToken('store'))).toBe(true)
  })

  test('never makes the same twice, and uses the whole alphabet in every place', () => {
    const tokens = Array.from({ length: 5_000 }, () => makeToken('orders').slice('rw_orders_'.length))
    expect(new Set(tokens).size).toBe(tokens.length)
    for (let place = 0; place < 32; place++) {
      expect(new Set(tokens.map(token => token[place])).size).toBe(alphabet.length)
    }
  })
})

describe('isWellFormedToken', () => {
  test('tells one wrong character, or two that changed places', () => {
    fc.assert(
      fc.property(fc.nat(37), fc.constantFrom(...alphabet), (place, other) => {
        const token = makeToken('orders')
        const at = 'rw_orders_'.length + place
        const wrong = token.slice(0, at) + other + token.slice(at + 1)
        expect(isWellFormedToken(wrong)).toBe(wrong === token)
        const swapped = token.slice(0, at) + (token[at + 1] ?? '') + token[at] + token.slice(at + 2)
        expect(isWellFormedToken(swapped)).toBe(swapped === token)
      }),
      { numRuns: 2_000 },
    )
  })

  test('tells another kind, and anything around it', () => {
    const token = makeToken('orders')
    const others = [
      token.replace('orders', 'store'),
      ` ${token}`,
      `${token}\n`,
      `${token}0`,
      token.slice(0, -1),
    ]
    for (const other of [...others, token.toLowerCase(), '', 'rw_orders_', 'x'.repeat(100_000)]) {
      expect(isWellFormedToken(other), other.slice(0, 80)).toBe(false)
    }
  })

  test('knows the tokens of earlier releases: the checksum must not change', () => {
    expect(isWellFormedToken(`rw_orders_${'0'.repeat(32)}2RNSAI`)).toBe(true)
  })
})

test('hashToken is SHA-256', () => {
  const token = makeToken('orders')
  expect(hashToken(token)).toEqual(createHash('sha256').update(token).digest())
})

test.each([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0192f0c1-2b3c-7d4e-8f50-123456789abc',
])('a token of the store %s contains its id', storeId => {
  const token = makeToken('manage', storeId)
  expect(isWellFormedToken(token)).toBe(true)
  expect(storeOfToken(token)).toBe(storeId)
})

test('a token without a store, or with a number that is none, names no store', () => {
  expect(storeOfToken(makeToken('orders'))).toBeUndefined()
  expect(storeOfToken(`rw_manage_${'z'.repeat(60)}`)).toBeUndefined()
})
