import { expect, test } from 'vitest'
import { recognise } from './no-products.ts'

test.each([
  ['Gift card', 'gift_card'],
  ['Aurora Gift Card - $50', 'gift_card'],
  ['$25 e-gift card', 'gift_card'],
  ['Vale-presente R$ 100', 'gift_card'],
  ['Cartão presente', 'gift_card'],
  ['Tarjeta de regalo digital', 'gift_card'],
  ['Shipping Protection', 'protection'],
  ['Route Package Protection', 'protection'],
  ['Green Shipping Protection by Corso', 'protection'],
  ['Seguro de frete', 'protection'],
  ['Proteção de envio', 'protection'],
  ['Protección del envío', 'protection'],
  ['2 Year Extended Warranty', 'warranty'],
  ['Garantia estendida (12 meses)', 'warranty'],
  ['Garantía extendida', 'warranty'],
  ['Tip', 'tip'],
  ['Tip (15%)', 'tip'],
  ['Gorjeta', 'tip'],
  ['Propina', 'tip'],
  ['Donation', 'donation'],
  ['Charity donation', 'donation'],
  ['Doação para o abrigo', 'donation'],
  ['Donación', 'donation'],
  ['Free sample', 'sample'],
  ['Amostra grátis', 'sample'],
  ['Muestra gratis', 'sample'],
  ['Handling fee', 'fee'],
  ['Taxa de entrega', 'fee'],
  ['Cargo por servicio', 'fee'],
  [`Gift card - ${'x'.repeat(108)}`, 'gift_card'], // 120 characters
])('%s is no product', (name, kind) => {
  expect(recognise(name)).toBe(kind)
})

test.each([
  'Moka pot',
  'Gift card holder',
  'Moka pot with gift card',
  'Caneca + vale presente',
  'Tip jar',
  'Fountain pen tips',
  'Sampler of teas',
  'Fabric sample',
  'Donation box',
  'Screen protection film',
  'Package protection foam',
  'Coffee',
  'Seguro para bicicleta: cadeado',
  'Tarjeta de memoria',
  'Garantia',
  `${'Tip '.repeat(40)}`,
  `Gift card - ${'x'.repeat(109)}`,
  '',
])('%s is a product', name => {
  expect(recognise(name)).toBeUndefined()
})

// A pattern that tries every way to divide a name would not end.
test.each([
  'gift '.repeat(24),
  `${'a '.repeat(59)}!`,
  'e-'.repeat(60),
  `${'de '.repeat(39)}`,
])('reads the name %j in few steps', name => {
  for (let times = 0; times < 1_000; times++) expect(recognise(name)).toBeUndefined()
})
