import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { aStore } from '../test/cast.ts'
import { aCustomer, anOrder, anOrderProduct } from '../test/factories.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
  const owner = await aStore(service.database, { name: 'Café <b>da</b> Serra', locale: 'en' })
  service.setNow('2026-03-05T18:30:00.000Z')
  const body = anOrder({
    delivery_date: '2026-03-05T18:30:00.000Z',
    products: [anOrderProduct({ name: 'Moka <script>alert(1)</script>' })],
    customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })],
  })
  await service.send('POST', '/orders', { headers: owner.headers, body })
  service.setNow('2026-03-12T13:00:00.000Z')
  await service.runDue()
})
afterAll(() => service.close())

async function firstMail(): Promise<string> {
  const { body } = await service.send('GET', '/outbox')
  return /href="(\/outbox\/[^"]+)"/.exec(body)?.[1] as string
}

describe('/outbox', () => {
  test('lists the mails that were kept', async () => {
    const { status, body, headers } = await service.send('GET', '/outbox')
    expect(status).toBe(200)
    expect(body).toContain('ana@example.com')
    expect(body).toContain('Café &lt;b&gt;da')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('shows one as it would arrive: framed, as text, with its headers', async () => {
    const path = await firstMail()
    const { body } = await service.send('GET', path)
    expect(body).toContain(`src="${path}/html"`)
    expect(body).toContain('sandbox=')
    for (const header of ['Message-ID:', 'List-Unsubscribe:', 'To: Ana Martins', 'Auto-Submitted:'])
      expect(body).toContain(header)
    const framed = await service.send('GET', `${path}/html`)
    expect(framed.body).toContain(`${service.url}/r/`)
    expect(framed.body).not.toContain('<script')
    expect(framed.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('has links that open, and open what the mail is about', async () => {
    const { body } = await service.send('GET', `${await firstMail()}/html`)
    const [unsubscribe] = /http:[^"]+\/u\/[\w-]{43}/.exec(body) ?? []
    expect((await fetch(unsubscribe as string)).status).toBe(200)
  })

  test.each([
    '/outbox/x/y',
    `/outbox/${'0'.repeat(8)}-0000-7000-8000-000000000000/${'0'.repeat(8)}-0000-7000-8000-000000000000`,
  ])('has nothing at %s', async path => {
    expect((await service.send('GET', path)).status).toBe(404)
  })

  test('is not there for anyone elsewhere', async () => {
    const path = await firstMail()
    for (const url of ['/outbox', path, `${path}/html`]) {
      for (const headers of [
        { host: 'reviews.example' },
        { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
      ]) {
        expect((await service.app.inject({ url, headers })).statusCode).toBe(404)
      }
      const elsewhere = { url, headers: { host: 'localhost' }, remoteAddress: '203.0.113.7' }
      expect((await service.app.inject(elsewhere)).statusCode).toBe(404)
    }
  })

  test.each([
    { PUBLIC_URL: 'https://reviews.example' },
    { METRICS_TOKEN: 'a secret of the operator', PUBLIC_URL: 'https://reviews.example' },
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@shop.example' },
  ])('is not there with %o', async settings => {
    const other = await startTestApp(settings as Record<string, string>, service.target)
    const headers = { authorization: 'Bearer a secret of the operator' }
    expect((await other.send('GET', '/outbox', { headers })).status).toBe(404)
    await other.close()
  })
})
