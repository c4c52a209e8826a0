import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskContacts } from './mask-contacts.ts'

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

// Numbers as people write them in the country of the store.
test.each([
  ['ES', 'Llámame al 612 345 678'],
  ['ES', 'Llama 912 34 56 78'],
  ['ES', 'mi número: 91 234 56 78'],
  ['ES', 'whatsapp 634.567.890 por favor'],
  ['BR', 'Llámame al 612 345 678'],
  ['MX', '55 1234 5678'],
  ['MX', 'marca al 33 2345 6789 por la tarde'],
  ['MX', 'o al 222 345 6789'],
  ['MX', '+52 55 1234 5678'],
  ['MX', 'escríbeme 5512345678'],
  ['CO', '300 123 4567'],
  ['CO', 'mi cel es 3001234567'],
  ['AR', 'al 11 2345-6789'],
  ['CL', '9 8765 4321'],
  ['PE', '999 123 456'],
  ['PT', 'ligue 912 345 678'],
  ['PT', 'é o 21 234 5678'],
  ['BR', 'fone 3456-7890'],
  ['BR', 'só falar no 3456-7891'],
  ['FR', 'au 06 12 34 56 78'],
  ['FR', 'au 06.12.34.56.78'],
  ['DE', 'ruf mich an: 0171 1234567'],
  ['DE', 'unter 030/1234567'],
  ['DE', 'unter 0171-1234567'],
  ['GB', 'on 07911 123456'],
  ['US', 'at (212) 555-0123'],
  ['US', 'at 415 555 2671'],
  ['US', 'call me at 4155552671'],
  ['CH', '044 668 18 00'],
  ['DK', '20 30 40 51'],
  ['BR', 'wa.me/5511987654321'],
  ['BR', 'api.whatsapp.com/send?phone=5511987654321'],
])('in %s, the number in "%s" is masked', (country, text) => {
  const masked = maskContacts(text, { country })
  expect(masked).toContain('•••')
  expect(masked).not.toMatch(/\d/)
})

test('numbers side by side are masked', () => {
  expect(maskContacts('612 345 678 634 567 890', { country: 'ES' })).toBe('••• •••')
  expect(maskContacts('612 345 678 / 634 567 890', { country: 'ES' })).toBe('••• / •••')
  expect(maskContacts('al 634 567 890 5 estrellas', { country: 'ES' })).toBe('al ••• 5 estrellas')
  expect(maskContacts('55 1234 5678, 55 8765 4321', { country: 'MX' })).toBe('•••, •••')
})

test.each([
  'ana arroba example ponto com',
  'ana arroba example punto com punto mx',
  'ana arroba example.com',
  'ana (at) example.com',
  'ana[at]example[dot]com',
  'ana (arroba) example (ponto) com (ponto) br',
  'ana.silva at example.com',
  'ana at example dot com',
  'ana@example ponto com',
  'ana@example . com',
  'ana arobase example point fr',
  'ana @gmail',
  'ana arroba gmail',
])('%s is masked as an address', address => {
  expect(maskContacts(`Escreva: ${address}, obrigada`, { country: 'BR' })).toBe('Escreva: •••, obrigada')
})

test.each([
  'I bought it at amazon.com and liked it',
  'look at example.com',
  'we met at home. common sense',
  'a arroba é um peso: 1 arroba tem 15 kg',
  'siga @loja.oficial',
  'nos vemos @ las 10',
])('%s has no address', text => {
  expect(maskContacts(text, { country: 'ES' })).toBe(text)
})

// In every country: what is no phone number in one may look like a number of another.
test.each([
  'pedido 4500012345',
  'Pedido nº 912345678',
  'order 4500012345 arrived late',
  'Order number: 5512345678',
  'Bestellung 0171123456',
  'commande n° 0612345678',
  'R$ 1.200,00',
  'cuesta 1.234.567 pesos',
  'costó $ 1 200 300',
  'pagué 600 000 000',
  'Preis: 1.299,00 €',
  'size 100 200 300',
  'tallas 600 700 800',
  'de 600 700 800 mm',
  '10 x 20 x 30',
  '10x20x3000 cm',
  '5 5 5 5 5',
  '10 20 30 40 50',
  '1 2 3 4 5 6 7 8 9',
  'em 2019 2020 2021',
  'entre 2024 e 2025',
  'since 2019/2020',
  'ordered 01.02.2026, arrived 03.02.2026 10:30',
  'le 01/02/2026',
  'am 1.2.26',
  '20260312',
  'EAN 7501234567893',
  '7891234567895',
  '4006381333931',
  'ISBN 978-85-359-0277-5',
  'SKU 612345678',
  'ref. 612 345 678',
  'modelo 912345678',
  'SM-612345678',
  'iPhone 15 256 GB',
  'un tornillo de 12 24 36 48 mm',
  '2500-3000 lúmenes',
  'resolution 1920 1080',
  'IP 192.168.0.1',
  'version 10.15.7.2026',
  '4,5/5 (1200 avis)',
  'CEP 01310-100',
  '3,14159265',
  '12:30:45 6789',
  '50.000.000',
])('%s stays in every country', text => {
  for (const country of ['BR', 'MX', 'ES', 'PT', 'US', 'DE', 'FR', 'AR', 'GB'])
    expect(`${country}: ${maskContacts(text, { country })}`).toBe(`${country}: ${text}`)
})

test('a CNPJ and a CPF in printed form are masked', () => {
  expect(maskContacts('CNPJ 12.345.678/0001-95, CPF 529.982.247-25', { country: 'BR' })).toBe(
    'CNPJ •••, CPF •••',
  )
})

test('a country that nobody knows is no obstacle', () => {
  expect(maskContacts('+34 612 345 678 und 100 200 300', { country: 'XX' })).toBe('••• und 100 200 300')
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

  test('is unchanged by a second masking, and takes little time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), text => {
        const masked = maskContacts(text, { country: 'BR' })
        expect(maskContacts(masked, { country: 'BR' })).toBe(masked)
      }),
    )
    const start = performance.now()
    for (const piece of ['1', '1 ', '(1', 'a@', '+1-', 'a.', '9 ', '@a.'])
      maskContacts(piece.repeat(50_000), { country: 'BR' })
    expect(performance.now() - start).toBeLessThan(5_000)
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
