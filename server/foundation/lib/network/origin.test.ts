import { expect, test } from 'vitest'
import { isOrigin } from './origin.ts'

test.each([
  'https://shop.example',
  'http://shop.example:8080',
  'https://xn--caf-dma.example',
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://[::1]:8080',
  'https://my_shop.example',
])('%s is an origin', text => {
  expect(isOrigin(text)).toBe(true)
})

test.each([
  '',
  'null',
  '*',
  'shop.example',
  '//shop.example',
  'https://',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example?',
  'https://shop.example#',
  'https://a@shop.example',
  'https://a:b@shop.example',
  'https://SHOP.example',
  'HTTPS://shop.example',
  'https://café.example',
  'https://shop.example:443',
  'http://shop.example:80',
  'https://shop.example:99999',
  'https://shop.example:',
  'https://*.shop.example',
  'https://*',
  'https://a;script-src-elem',
  'https://a;script-src-elem *',
  'https://a,https',
  "https://a'",
  'https://shop.example https://evil.example',
  ' https://shop.example',
  'https://shop.example\n',
  'https://shop.example\r\nx: y',
  'https://shop..example',
  'https://127.1',
  'ftp://shop.example',
  'javascript:alert(1)',
  'file:///etc',
  'blob:https://shop.example/1',
  `https://${'a'.repeat(3_000)}.example`,
])('%j is none', text => {
  expect(isOrigin(text)).toBe(false)
})
