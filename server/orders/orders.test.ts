import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { aStore, type Member } from '../test/cast.ts'
import { anOrder } from '../test/factories.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(() => service.close())

describe('POST /orders', () => {
  test('stores an order once and answers its id', async () => {
    const order = anOrder()
    const first = await service.send('POST', '/orders', { headers: owner.headers, body: order })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) })
    const second = await service.send('POST', '/orders', { headers: owner.headers, body: order })
    expect(second.status).toBe(422)
    expect(second.body.user_message.en_us).toBe('Duplicated, Order has already been sent')
  })
})
