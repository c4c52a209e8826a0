import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskContacts } from './mask-contacts.ts'

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
  ['DK', '20 41 30 51'],
  ['MX', '55 12 34 56 78'],
  ['MX', '01 800 123 4567'],
  ['MX', '044 55 1234 5678'],
  ['AR', 'al 351 234 5678'],
  ['NL', 'bel 06 12345678'],
  ['IT', '333 123 4567'],
  ['ES', '0034 612345678'],
  ['BR', 'wa.me/5511987654321'],
  ['BR', 'api.whatsapp.com/send?phone=5511987654321'],
])('in %s, the number in "%s" is masked', (country, text) => {
  const masked = maskContacts(text, { country })
  expect(masked).toContain('•••')
  expect(masked).not.toMatch(/\d/)
})

test('a long list of sizes stays', () => {
  const sizes =
    'Vem nos tamanhos: 34 36 38 40 42 44 46 48 50 52 54 56, 10 20 30 40 50 60 70 80 90 100, 100 200 300 400 500. '
  const text = sizes.repeat(20)
  for (const country of ['BR', 'MX', 'ES', 'US', 'DE']) expect(maskContacts(text, { country })).toBe(text)
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
  'tengo 22 24 26 28 30',
  'números 36 38 40 42 44',
  'IBAN ES91 2100 0418 4502 0005 1332',
  'order 112-1234567-1234567',
  '1080 1920 60',
  '7-8-9 2024',
])('%s stays in every country', text => {
  for (const country of ['BR', 'MX', 'ES', 'PT', 'US', 'DE', 'FR', 'AR', 'GB'])
    expect(`${country}: ${maskContacts(text, { country })}`).toBe(`${country}: ${text}`)
})

test('a CNPJ and a CPF in printed form are masked', () => {
  expect(maskContacts('cnpj: 12345678000195 e 12345678000195', { country: 'BR' })).toBe(
    'cnpj: ••• e 12345678000195',
  )
  expect(maskContacts('CNPJ 12.345.678/0001-95, CPF 529.982.247-25', { country: 'BR' })).toBe(
    'CNPJ •••, CPF •••',
  )
})

test.each([
  ['BR', '20-76138599-3'],
  ['BR', '20.084.030-5'],
  ['CL', '8.547.006-k'],
  ['BR', '2 62 12 09 201 558 20'],
  ['FR', '298082B10503096'],
  ['BR', 'RSSMRA50A21H215W'],
  ['IT', 'rssmra50a21h215w'],
  ['BR', 'HEGG040810MDFSDZ08'],
  ['ES', '74377871B'],
  ['ES', 'Y-7106501-K'],
  ['PL', '32092023724'],
  ['PT', 'NIF: 275 204 918'],
])('in %s, the tax id %s is masked', (country, id) => {
  const masked = maskContacts(`Hm: ${id}, ok`, { country })
  expect(masked).toMatch(/^Hm: (NIF: )?•••, ok$/)
})

test.each([
  ['AR', '20-76138599-4'],
  ['CL', '20.084.030-6'],
  ['FR', '2 62 12 09 201 558 21'],
  ['FR', '298081B10503096'],
  ['BR', '185013A12345612'],
  ['IT', 'RSSMRA50A21H215X'],
  ['MX', 'HEGG040810MDFSDZ09'],
  ['ES', '74377871C'],
  ['IT', '74377871B'],
  ['BR', '32092023724'],
  ['PL', '32092023725'],
  ['PL', 'Rozmiar 32992023724'],
  ['PT', 'modelo 275 204 918'],
])('in %s, %s stays', (country, code) => {
  expect(maskContacts(`Hm: ${code}, ok`, { country })).toBe(`Hm: ${code}, ok`)
})

test.each([
  ['ES', 'Ref. 12345678Z'],
  ['PL', 'Paczka 32092023724'],
  ['CL', 'Modelo 12.345.678-5'],
  ['AR', 'Order 20-12345678-6'],
])('in %s, the number of a product or an order stays: %s', (country, text) => {
  expect(maskContacts(text, { country })).toBe(text)
  expect(maskContacts(text.replace(/\S+/, 'Soy'), { country })).toBe('Soy •••')
})

test('no GTIN is a tax id', () => {
  const digits = fc.stringMatching(/^(?:\d{7}|\d{11,13})$/)
  fc.assert(
    fc.property(digits, first => {
      const sum = [...first]
        .reverse()
        .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
      const text = `EAN ${first}${(10 - (sum % 10)) % 10}`
      for (const country of ['BR', 'ES', 'FR', 'IT', 'PL', 'PT', 'CL', 'AR', 'MX'])
        expect(maskContacts(text, { country })).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test('a country that nobody knows is no obstacle', () => {
  expect(maskContacts('+34 612 345 678 und 100 200 300', { country: 'XX' })).toBe('••• und 100 200 300')
})
