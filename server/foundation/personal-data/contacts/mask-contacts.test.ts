import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { isOnlyMask, maskContacts } from './mask-contacts.ts'

test.each([
  'ana@example.com',
  'ana.martins+loja@mail.example.com.br',
  'Ana@Example.COM',
  'ana @ example.com',
  '123.456.789-09',
  '52998224725',
  '(11) 98765-4321',
  '11 98765-4321',
  '11987654321',
  '(011) 3456-7890',
  '11 3456 7890',
  '+55 11 98765-4321',
  '+5511987654321',
  '5511987654321',
  '98765-4321',
  '0800 123 4567',
  '+1 (555) 123-4567',
  '(555) 123-4567',
  '555-123-4567',
  '+34 612 34 56 78',
  '+351 912 345 678',
  '+1 (23). (4567). (890)',
  'wa.me/5511987654321',
])('%s is masked, anywhere in a text', contact => {
  for (const [start, end] of [
    ['', ''],
    ['Fale comigo: ', ' depois das 18h'],
    ['(', ')'],
    ['Ótimo!\n', '.'],
    ['"', '",'],
  ]) {
    expect(maskContacts(`${start}${contact}${end}`, { country: 'BR' })).toBe(`${start}•••${end}`)
  }
})

test('a name in quotes is masked with its address', () => {
  expect(maskContacts('Write to "ana..lima."@example.com!', { country: 'BR' })).toBe('Write to "•••!')
  expect(maskContacts('Fale com a “Ana” @loja.oficial', { country: 'BR' })).toBe(
    'Fale com a “Ana” @loja.oficial',
  )
})

test.each([
  'ａｎａ＠example．com',
  'ana\u200b@exam\u00adple.com',
  'a\u200dna@example.com',
  '（１１）９８７６５－４３２１',
  '٠١١ 3456-7890',
  '۱۱ ۹۸۷۶۵-۴۳۲۱',
])('%j is masked in spite of its disguise', contact => {
  expect(maskContacts(`Fale: ${contact}!`, { country: 'BR' })).toBe('Fale: •••!')
})

test.each([
  'Ｒ＄１４９',
  'ﾎﾟｲﾝﾄ１０倍',
  'soft\u00adhyphen',
  '٥ نجوم',
  '👩\u200d👧 gostou',
])('%j stays as it is', text => {
  expect(maskContacts(text, { country: 'BR' })).toBe(text)
})

test('a short number is masked after a word that announces a phone', () => {
  expect(maskContacts('Meu whats: 3456-7890', { country: 'BR' })).toBe('Meu whats: •••')
  expect(maskContacts('Tel. 34567890', { country: 'BR' })).toBe('Tel. •••')
})

test('after such a word, up to 15 digits in up to six groups are a number', () => {
  expect(maskContacts('Tel. 123456789012345', { country: 'BR' })).toBe('Tel. •••')
  expect(maskContacts('Tel. 1 2 3 4 5 67', { country: 'BR' })).toBe('Tel. •••')
  for (const text of ['Tel. 1234567890123456', 'Tel. 1 2 3 4 5 6 7'])
    expect(maskContacts(text, { country: 'BR' })).toBe(text)
})

test('after 100 numbers that are none, what is as long as one counts as a phone', () => {
  const text = 'cor 123 4567; '
  expect(maskContacts(text.repeat(100), { country: 'ES' })).toBe(text.repeat(100))
  expect(maskContacts(text.repeat(101), { country: 'ES' })).toBe(`${text.repeat(100)}cor •••; `)
})

test.each([
  ['a@b.co@d.com', '•••@d.com'],
  ['a@b@c.com', 'a@•••'],
  ['%a@b.com_x@c.org', '%•••_•••'],
  [`${'n'.repeat(70)}@b.com`, `${'n'.repeat(6)}•••`],
  ['11 98765-4321_+5511987654321', '•••_•••'],
  [`12345678 ${'a'.repeat(40)} (11) 98765-4321`, `12345678 ${'a'.repeat(40)} •••`],
])('contacts next to others in %s are masked once', (text, masked) => {
  expect(maskContacts(text, { country: 'BR' })).toBe(masked)
})

test.each([
  'R$ 1.234.567,89',
  'R$ 149,90 em 12x de 12,49',
  '$ 1,299.00',
  '12/03/2026',
  '2026-03-12',
  '2026-03-12T10:30:00.000Z',
  '12.03.2026 10:30',
  'de 2019-2020 a 2024-2025',
  'dia 15 2024-2025',
  'modelo XR-1198765432-B',
  'MK-6 4500-1200',
  'SM-G998B/DS 256',
  'EAN 7891234567895',
  'ref 123456789012',
  '12345678901',
  '1920x1080, 3840x2160',
  '10 000 000 de cliques',
  '110/220 V, 1500 W, 2000 ml, 3000 rpm',
  'nota 10, 10, 10, 10, 10',
  '5 @ 10',
  'siga @loja no Instagram',
  '★★★★★ 5/5',
])('%s stays', text => {
  expect(maskContacts(text, { country: 'BR' })).toBe(text)
})

describe('any text', () => {
  const words = fc.array(fc.constantFrom('bom', 'R$ 10', 'ção', '😀', '\n', '2026', '-', '(', '.'), {
    maxLength: 8,
  })
  const email = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9.]{0,10}$/), fc.stringMatching(/^[a-z]{1,10}$/))
    .map(([name, host]) => `${name}@${host}.com`)
  const phone = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^[0-9]{8}$/))
    .map(([a, b, rest]) => `(${a}${b}) 9${rest.slice(0, 4)}-${rest.slice(4)}`)

  test('keeps no contact', () => {
    fc.assert(
      fc.property(words, fc.oneof(email, phone), words, (start, contact, end) => {
        const masked = maskContacts([...start, contact, ...end].join(' '), { country: 'BR' })
        expect(masked).toContain('•••')
        expect(masked).not.toContain(contact)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is unchanged by a second masking', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), text => {
        const masked = maskContacts(text, { country: 'BR' })
        expect(maskContacts(masked, { country: 'BR' })).toBe(masked)
      }),
    )
  })

  test.each(['1', '1 ', '(1', 'a@', '+1-', 'a.', '9 ', '@a.'])('of many %j is read once', async piece => {
    const read = (times: number) => maskContacts(piece.repeat(times), { country: 'BR' })
    expect(await growthOf(read, 5_000)).toBeLessThan(growthOfOneReading)
  })

  test('prices and dates stay', () => {
    const price = fc
      .integer({ min: 0, max: 99_999_999 })
      .map(cents =>
        new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100),
      )
    const date = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .chain(moment =>
        fc.constantFrom(
          moment.toISOString(),
          moment.toISOString().slice(0, 10),
          ...['pt-BR', 'en', 'es'].map(tag => moment.toLocaleDateString(tag)),
        ),
      )
    fc.assert(
      fc.property(fc.array(fc.oneof(price, date), { minLength: 1, maxLength: 3 }), parts => {
        const text = `Paguei ${parts.join(', ')} e gostei`
        expect(maskContacts(text, { country: 'BR' })).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  ['•••', true],
  ['(•••, •••)!', true],
  ['', false],
  ['...', false],
  ['Call •••', false],
])('"%s" is nothing but contacts: %s', (masked, is) => {
  expect(isOnlyMask(masked)).toBe(is)
})

test('a long text of dots is read once', async () => {
  const read = (size: number) => expect(isOnlyMask(`${'•'.repeat(size)}x`)).toBe(false)
  expect(await growthOf(read, 10_000)).toBeLessThan(growthOfOneReading)
})
