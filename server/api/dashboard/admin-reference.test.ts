import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Dependencies } from '../../dependencies.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { startTestApp } from '../../test/app.ts'
import { launchBrowser } from '../../test/browser.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { routes } from '../routes.ts'

const it = openForTests(startTestApp)

type Operation = {
  summary?: string
  description: string
  tags: string[]
  security?: object[]
  parameters?: { in: string; name: string; required?: boolean }[]
  requestBody?: object
  responses: Record<string, { description: string }>
}

describe('GET /admin/openapi.json', () => {
  let operations: [name: string, operation: Operation][]
  beforeAll(async () => {
    const { body } = await it.send('GET', '/admin/openapi.json')
    expect(body.openapi).toMatch(/^3\.1\./)
    operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]): [string, Operation] => [
          `${method.toUpperCase()} ${path}`,
          operation,
        ]),
    )
  })

  test('lists every route of the API and nothing else', () => {
    const all = routes({ config: readConfig({}) } as Dependencies)
      .flatMap(group => group.routes)
      .filter(([, url]) => url.startsWith('/admin/api/'))
      .map(([method, url]) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(all.length).toBeGreaterThan(40)
    expect(operations.map(([name]) => name).sort()).toEqual(all.sort())
  })

  test('describes each route: its purpose, its guards and its responses', () => {
    for (const [name, { summary, description, responses, tags }] of operations) {
      expect(summary, name).toMatch(/^[A-Z].{5,}[^.]$/)
      expect(description, name).toMatch(/Who may: .+\./)
      expect(
        Object.keys(responses).some(status => status.startsWith('2')),
        name,
      ).toBe(true)
      expect(tags, name).toHaveLength(1)
    }
  })

  test('requires the session and, for changes, the header of our page', () => {
    const of = (wanted: string) => operations.find(([name]) => name === wanted)?.[1]
    const read = of('GET /admin/api/stores/{storeId}/reviews')
    expect(read?.security).toEqual([{ session: [] }])
    expect(read?.parameters?.filter(one => one.in === 'header')).toEqual([])
    const change = of('POST /admin/api/stores/{storeId}/reviews/decisions')
    expect(change?.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'x-realword-page', required: true }),
    )
    expect(Object.keys(change?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '500', '503']),
    )
    expect(of('POST /admin/api/session')?.security).toEqual([])
  })
})

test('/admin/docs shows the operations and contacts no other host', async () => {
  const browser: Browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const hosts = new Set<string>()
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).origin)
    })
    await page.goto(`${it.url}/admin/docs`)
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByRole('heading', { name: 'Sign in' }).first().waitFor()
    expect([...hosts]).toEqual([it.url])
  } finally {
    await browser.close()
  }
})
