import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { sendRaw } from '../../test/network/raw.ts'
import { inTwoLanguages, seeRaw } from '../../test/seen-errors.ts'
import golden from './errors.golden.json' with { type: 'json' }

const service = openForTests(startTestApp)

test.each([
  ['*', 2],
  ['pt-BR,pt;q=0.9,es;q=0.8', 2],
  ['est', 2],
  ['es', 3],
  ['es-MX,es;q=0.9,en;q=0.8', 3],
])('an error is answered to Accept-Language %s in %i languages', async (languages, count) => {
  const headers = { 'accept-language': languages }
  const { body } = await service.send('GET', '/nothing', { headers })
  const { route_unknown } = golden.errors
  expect(body).toEqual(count === 3 ? route_unknown : inTwoLanguages(route_unknown))
})

test('a method that is wrong learns which are right, whoever asks', async () => {
  expect((await service.send('GET', '/orders')).headers.get('allow')).toBe('POST')
  expect((await service.send('POST', '/health/live')).headers.get('allow')).toBe('GET, HEAD')
})

test.each([
  'POST',
  'DELETE',
  'OPTIONS',
  'QUERY',
])('an unknown address is unknown to %s, whatever is sent', async method => {
  const start = `${method} /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
  for (const rest of ['', 'Content-Type: foo\r\nContent-Length: 1\r\n', 'Content-Length: 9999999\r\n']) {
    expect(await seeRaw(service.url, `${start}${rest}\r\n${rest && 'x'}`)).toEqual({
      status: 404,
      body: inTwoLanguages(golden.errors.route_unknown),
      inSpanish: false,
    })
  }
})

test.each([
  'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /health/live HTTP/9.9\r\nHost: x\r\n\r\n',
  'POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
])('%j is told as malformed', async bytes => {
  expect(await seeRaw(service.url, bytes)).toEqual({
    status: 400,
    body: inTwoLanguages(golden.errors.request_invalid),
    inSpanish: false,
  })
})

test('an expectation nobody knows changes no answer', async () => {
  const answer = await sendRaw(
    service.url,
    'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatchObject({ status: 404, body: inTwoLanguages(golden.errors.route_unknown) })
})
