import { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aProduct } from '../../test/factories.ts'
import { openForm, postForm } from '../../test/forms.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({ VISITOR_RATE_LIMIT: '3', STORE_RATE_LIMIT: '1000' })
  owner = await aStore(service.database)
  const body = aProduct({ product_id: 'product-1' })
  expect((await service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
})
afterAll(() => service.close())

function address(at: TestApp, path = '/embed/question'): string {
  const query = { store_id: owner.storeId, store_key: owner.storeKey, product_id: 'product-1' }
  return `${at.url}${path}?${new URLSearchParams(query)}`
}

test('requests beyond the limit of an address are answered with a page in their language', async () => {
  const url = address(service)
  for (let times = 0; times < 3; times++) expect((await openForm(url)).status).toBe(200)
  const answers = [await openForm(url, { 'accept-language': 'pt' }), await postForm(url, {})]
  expect(answers.map(({ status }) => status)).toEqual([429, 429])
  expect(answers[0]?.html).toContain('Muitas solicitações')
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('requests that a browser sends while a form is filled in have a separate limit', async () => {
  const url = `${address(service, '/embed/question/similar')}&text=induction`
  const statuses = []
  for (let times = 0; times < 16; times++) statuses.push((await openForm(url)).status)
  expect(statuses).toEqual([...Array(15).fill(200), 429])
})

test('a store has its own limit for all visitors together', async () => {
  const limited = await startTestApp({ STORE_RATE_LIMIT: '2' }, service.target)
  const statuses = []
  for (let times = 0; times < 3; times++) statuses.push((await openForm(address(limited))).status)
  expect(statuses).toEqual([200, 200, 429])
  await limited.close()
})

test('an internal error is answered with a page that reveals nothing about it', async () => {
  const other = await startTestApp({}, service.target)
  await service.database.query(raw('alter table products rename to away'))
  const { status, html, headers } = await openForm(address(other))
  await service.database.query(raw('alter table away rename to products'))
  expect(status).toBe(500)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toMatch(/Algo deu errado|Something went wrong/)
  expect(html).not.toMatch(/relation|products|\.ts|at /)
  await other.close()
})
