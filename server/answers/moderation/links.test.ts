import { describe, expect, test } from 'vitest'
import { findLinks, hostsOf } from './links.ts'

const linksIn = (text: string, ownHosts: string[] = []) =>
  findLinks(text, ownHosts, 50).map(({ start, end }) => text.slice(start, end))

test('hosts are those of the addresses, without www', () => {
  expect(
    hostsOf([
      'https://www.shop.example/p/{product_id}?x=1',
      null,
      'http://SHOP.example:8080/',
      'https://awww.shop.example',
      'https://shop{product_id}.example',
      'no address',
    ]),
  ).toEqual(['shop.example', 'shop.example', 'awww.shop.example', 'shop.example'])
})

describe('of the store itself', () => {
  test.each([
    'http://shop.example/a',
    'https://www.shop.example?a',
    'www.shop.example#a',
    'https://shop.example:8080/a',
    'https://shop.example).',
    'http://blog.shop.example',
  ])('%s', text => expect(linksIn(`see ${text} for it`, ['shop.example'])).toEqual([]))

  test.each([
    'https://shop.example.evil.example',
    'https://evil.example/https://shop.example',
    'https://evilhttps://shop.example',
    'https://shop-example',
  ])('not %s', text => expect(linksIn(`see ${text} for it`, ['shop.example'])).toEqual([text]))
})

test('each form has a limit', () => {
  const text = 'https://a.example https://b.example https://c.example in shop.com.br und laden.de/x'
  const found = findLinks(text, [], 2).map(({ start, end }) => text.slice(start, end))
  expect(found).toEqual(['https://a.example', 'https://b.example', 'shop.com.br', 'laden.de/x'])
})

// The word before the full stop, and the text around it, tell a host name from a sentence without a space.
describe('a name that ends with .com or .io', () => {
  test.each([
    ['comprei em loja.com melhor', 'loja.com'],
    ['vi em  loja.com melhor', 'loja.com'],
    ['o site: loja.com melhor', 'loja.com'],
    ['loja.com', 'loja.com'],
    ['loja.com, melhor', 'loja.com'],
    ['loja.com/p melhor', 'loja.com/p'],
    ['minha.loja.com melhor', 'minha.loja.com'],
    ['loja24.com melhor', 'loja24.com'],
    ['status.io melhor', 'status.io'],
    ['olhem em ótima.com melhor', 'ótima.com'],
    ...['and', 'or', 'for', 'than', 'is', 'you', 'mais', 'que', 'y', 'está'].map(word => [
      `loja.com ${word} melhor`,
      'loja.com',
    ]),
  ])('a link: %s', (text, link) => expect(linksIn(text)).toEqual([link]))

  test.each([
    'produto.com melhor',
    'produto.com 2 metros',
    'produto.io 2 metros',
    'custou 12.com frete',
    'custou 1.200.com frete',
    'ótima.io melhor',
    'homem.com melhor', // "em" within a word leads to no site
    'produto.com estável',
    'produto.com ouro',
  ])('a sentence: %s', text => expect(linksIn(text)).toEqual([]))

  test('an address is one whatever stands around it', () =>
    expect(linksIn('produto https://produto.com melhor')).toEqual(['https://produto.com']))
})
