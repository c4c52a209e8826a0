import { expect, test } from 'vitest'
import { loggedRequest } from './logged-request.ts'

const token = 'k3J-_'.repeat(8).slice(0, 40).padEnd(43, 'x')

test.each([
  [`/r/${token}`, '/r/…'],
  [`/u/${token}?a=b`, '/u/…?a=b'],
  [`/confirm/${token}/`, '/confirm/…/'],
  [`/r/${token}/pictures/7`, '/r/…/pictures/7'],
  [`/outbox?token=${token}`, '/outbox?token=…'],
  ['/orders/r', '/orders/r'],
  ['/api/v1/ratings.json?product_id=u', '/api/v1/ratings.json?product_id=u'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedRequest({ method: 'GET', url })).toEqual({ method: 'GET', url: logged })
})
