import { expect, test } from 'vitest'
import { loggedRequest } from './logged-request.ts'

const token = 'k3J-_'.repeat(8).slice(0, 40).padEnd(43, 'x')

test.each([
  [`/r/${token}`, '/r/…'],
  [`/u/${token}?a=b`, '/u/…?a=b'],
  [`/confirm/${token}/`, '/confirm/…/'],
  [`/r/${token}/pictures/7`, '/r/…/pictures/7'],
  [`/outbox?token=${token}`, '/outbox'],
  [`/outbox?%74oken=${token}`, '/outbox'],
  [`/%6futbox/a/b/html?token=${token}`, '/%6futbox/a/b/html'],
  [`/%72/${token}`, '/r/…'],
  [`/unknown?a=b&%74oken=${token}`, '/unknown?a=b&token=…'],
  ['/orders/%zz?a=%zz', '/orders/%zz?a=%zz'],
  ['/orders/r', '/orders/r'],
  ['/api/v1/ratings.json?product_id=u', '/api/v1/ratings.json?product_id=u'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedRequest({ method: 'GET', url })).toEqual({ method: 'GET', url: logged })
})
