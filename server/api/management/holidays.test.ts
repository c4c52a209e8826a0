import { afterAll, expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { aManageKey } from '../../test/management.ts'
import { aStore } from '../../test/users.ts'

const it = await startTestApp()
afterAll(() => it.close())
const store = await aStore(it.database)
const { send } = await aManageKey(it, { store, allowed: ['settings:read'] })

test('lists the national holidays of a country and year', async () => {
  const { status, body } = await send('GET', '/holidays?country=MX&year=2030')
  expect(status).toBe(200)
  expect(body).toEqual([
    { date: '2030-01-01', name: 'Año Nuevo' },
    { date: '2030-02-04', name: 'Día de la Constitución' },
    { date: '2030-03-18', name: 'Natalicio de Benito Juárez' },
    { date: '2030-05-01', name: 'Día del Trabajador' },
    { date: '2030-09-16', name: 'Día de la Independencia' },
    { date: '2030-10-01', name: 'Transmisión del Poder Ejecutivo Federal' },
    { date: '2030-11-18', name: 'Día de la Revolución' },
    { date: '2030-12-25', name: 'Navidad' },
  ])
  const inFrench = await send('GET', '/holidays?country=CA&year=2027&locale=fr-CA')
  expect((await send('GET', '/holidays?country=CA&year=2027&locale=en-12')).status).toBe(200)
  expect(inFrench.body[1]).toEqual({ date: '2027-03-26', name: 'Vendredi saint' })
})

test.each([
  ['country=QA&year=2027', 'country'],
  ['country=mx&year=2027', 'country'],
  ['year=2027', 'country'],
  ['country=MX', 'year'],
  ['country=MX&year=1969', 'year'],
  ['country=MX&year=2077', 'year'],
  ['country=MX&year=soon', 'year'],
  ['country=MX&year=2027&locale=-', 'locale'],
  [`country=MX&year=2027&locale=en${'-abcdefgh'.repeat(4)}`, 'locale'],
])('?%s names the wrong parameter', async (query, field) => {
  const answer = await send('GET', `/holidays?${query}`)
  expectError(answer, 400, answer.body.error_code)
  expect(answer.body.user_message.en_us).toMatch(new RegExp(`^${field}: `))
})
