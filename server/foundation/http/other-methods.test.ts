import { METHODS, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'

const service = openForTests(startTestApp)

type Answer = {
  method: string
  status: number | undefined
  allow: string | undefined
  type: string | undefined
}

/** The answers to every method that HTTP knows, but those that have the address. `fetch` refuses to send some. */
async function answersTo(path: string, own: string[], accept = '*/*'): Promise<Answer[]> {
  // Node gives CONNECT to nobody who listens for requests.
  const others = METHODS.filter(method => method !== 'CONNECT' && !own.includes(method))
  return await Promise.all(
    others.map(async method => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      request(service.url + path, { method, headers: { accept } }, response => {
        const { 'content-type': type, allow } = response.headers
        const answer = { method, status: response.statusCode, allow, type }
        text(response).then(() => resolve(answer), reject)
      })
        .on('error', reject)
        .end()
      return await promise
    }),
  )
}

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'

test.each([
  ['/orders', ['POST'], 'POST', json],
  ['/orders?page=2', ['POST'], 'POST', json],
  ['/orders/an%20order', ['GET', 'HEAD', 'PATCH'], 'GET, HEAD, PATCH', json],
  ['/u/unknown', ['GET', 'HEAD', 'POST'], 'GET, HEAD, POST', html],
])('a known address refuses every other method in its own form: %s', async (path, own, allow, type) => {
  const answers = await answersTo(path, own)
  expect(answers.length).toBeGreaterThan(25)
  expect(answers).toEqual(answers.map(({ method }) => ({ method, status: 405, allow, type })))
})

test.each([
  ['*/*', json],
  ['text/html', html],
])('an unknown address is unknown to every method, also to one no address has: %s', async (accept, type) => {
  const answers = await answersTo('/nothing', [], accept)
  expect(answers).toEqual(answers.map(({ method }) => ({ method, status: 404, allow: undefined, type })))
})

test('an address that cannot be decoded is invalid, whatever the method', async () => {
  const answers = await answersTo('/orders/%zz', [])
  expect(answers).toEqual(
    answers.map(({ method }) => ({ method, status: 400, allow: undefined, type: json })),
  )
})
