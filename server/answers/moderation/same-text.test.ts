import { describe, expect, test } from 'vitest'
import { bytea, textFingerprint } from './same-text.ts'

describe('the fingerprint of a text', () => {
  // printf muitobomoprodutochegounoprazoeprecocerto2 | sha256sum
  const first = 'a3218e41dc3c411e0d08f56e937ce5a1'

  test.each([
    'Muito bom o produto, chegou no prazo e preço certo: 2!',
    'MUITO BOM O PRODUTO CHEGOU NO PRAZO E PRECO CERTO 2',
    'muito-bom o produto 😀\nchegou no prazo\te prec\u0327o (certo) ２',
  ])('is that of its letters and digits: %s', text =>
    expect(textFingerprint(text)?.toString('hex')).toBe(first))

  test('is another with another digit', () =>
    expect(
      textFingerprint('Muito bom o produto, chegou no prazo e preço certo: 3!')?.toString('hex'),
    ).not.toBe(first))

  test('is none below 40 letters and digits', () => {
    expect(textFingerprint(`${'ab. '.repeat(19)}c`)).toBeNull()
    expect(textFingerprint('ab. '.repeat(20))).toHaveLength(16)
    // Each syllable is three letters in the form that is compared.
    expect(textFingerprint('한'.repeat(39))).toBeNull()
    expect(textFingerprint('한'.repeat(40))).toHaveLength(16)
  })
})

test('bytes are read by PostgreSQL as hexadecimal digits', () => {
  expect(bytea(Buffer.from([0, 171, 255]))).toBe('\\x00abff')
  expect(bytea(null)).toBeNull()
})
