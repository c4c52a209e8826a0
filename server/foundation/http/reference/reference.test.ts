import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../api/routes.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { expectCreated } from '../../../test/answers.ts'
import { startTestApp } from '../../../test/app.ts'
import { launchBrowser } from '../../../test/browser.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'
import { readConfig } from '../../config/config.ts'
import type { ErrorName } from '../../errors/codes.ts'
import { errorBody } from '../../errors/errors.ts'

const service = openForTests(startTestApp)

// biome-ignore lint/suspicious/noExplicitAny: an example is whatever the schema says
type Example = any

type Media = { schema: Schema; example?: Example; examples?: Record<string, { value: Example }> }

type Body = { content: Record<string, Media> }

type Operation = { security: object[]; requestBody: Body; responses: Record<string, Body> }

type Schema = {
  required: string[]
  additionalProperties: boolean
  properties: Record<string, Schema>
  items: Schema
}

describe('GET /openapi.json', () => {
  let document: {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  beforeAll(async () => {
    document = (await service.send('GET', '/openapi.json')).body
  })

  test('is OpenAPI 3.1, as JSON', async () => {
    const { status, headers } = await service.send('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('lists every route but those of the other APIs', () => {
    const all = routes({ config: readConfig({}) } as Dependencies)
      .flatMap(group => (group.pages ? [] : group.routes))
      .filter(([method, url]) => method !== 'OPTIONS' && !/^\/(admin|manage|operator)\b/.test(url))
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    const hidden = [
      'GET /assets/{file}',
      'GET /pictures/{file}',
      'GET /captions/{file}',
      'GET /videos/{file}',
      'GET /feeds/{token}/google-product-reviews.xml',
      'GET /feeds/{token}/meta-reviews.csv',
      'GET /health/live',
      'GET /health/ready',
      'GET /metrics',
      'GET /openapi.json',
      'GET /outbox',
      'GET /outbox/{store_id}/{mailing_id}',
      'GET /outbox/{store_id}/{mailing_id}/html',
      'GET /widgets/v1/*',
    ]
    expect([...listed, ...hidden].sort()).toEqual(
      all.map(([method, path]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })

  const common = [
    'key_missing',
    'store_missing',
    'key_invalid',
    'store_inactive',
    'key_expired',
    'store_mismatch',
    'body_too_large',
    'body_invalid',
    'requests_often',
    'unexpected',
    'unavailable',
  ] as const
  const writes: { path: string; errors: ErrorName[] }[] = [
    { path: '/orders', errors: [...common, 'order_duplicate', 'order_limit', 'orders_often', 'too_many'] },
    { path: '/products', errors: [...common, 'product_duplicate', 'too_many'] },
  ]

  describe.each(writes)('POST $path', ({ path, errors }) => {
    const operation = () => document.paths[path]?.post as Operation

    test('has every error it answers, each with an example', async () => {
      const { headers } = await aStore(service.database)
      const refused = await service.send('POST', path, { headers, body: [] })
      const { 201: _, ...refusals } = operation().responses
      const examples = Object.entries(refusals).flatMap(([status, response]) =>
        examplesOf(response).map(example => {
          expect(example.status).toBe(Number(status))
          return example
        }),
      )
      const wanted = errors.map(name => (name === 'body_invalid' ? refused.body : errorBody(name)))
      const byCode = (a: { error_code: number }, b: { error_code: number }) => a.error_code - b.error_code
      expect(examples.sort(byCode)).toEqual(wanted.sort(byCode))
    })

    test('has an example of a body that is taken as it stands', async () => {
      const { headers } = await aStore(service.database)
      const examples = examplesOf(operation().requestBody)
      expect(examples).not.toEqual([])
      for (const body of examples) expectCreated(await service.send('POST', path, { headers, body }))
    })

    test('says who may call it', () => {
      expect(operation().security).toEqual([{ apiKey: [], storeId: [] }])
      expect(document.components).toMatchObject({
        securitySchemes: {
          apiKey: { in: 'header', name: 'X-API-Key' },
          storeId: { in: 'header', name: 'X-Store-Id' },
        },
      })
    })
  })

  const reads = [
    'key_missing',
    'store_missing',
    'key_invalid',
    'store_inactive',
    'store_mismatch',
    'body_invalid',
    'requests_often',
    'too_many',
    'unexpected',
    'unavailable',
  ] as const satisfies ErrorName[]

  test.each([
    'ratings.json',
    'reviews.json',
    'questions.json',
    'reviews.html',
    'structured-data.json',
  ])('GET /api/v1/%s has its parameters, its errors, an example, and both ways to bring the store key', what => {
    const read = document.paths[`/api/v1/${what}`]?.get as Operation & {
      parameters: { in: string; name: string }[]
    }
    const parameters = read.parameters.filter(one => one.in === 'query').map(one => one.name)
    expect(parameters).toEqual(expect.arrayContaining(['product_id', 'product_sku', 'sku', 'limit']))
    expect(read.security).toEqual([
      { storeKey: [], storeId: [] },
      { webId: [], storeId: [] },
      { storeKeyQuery: [], storeIdQuery: [] },
    ])
    const { 200: answer, 304: _, ...refusals } = read.responses
    const codes = Object.values(refusals).flatMap(response => examplesOf(response).map(one => one.error_code))
    expect(codes.sort()).toEqual(reads.map(name => errorBody(name).error_code).sort())
    if (what.endsWith('.json')) expect(examplesOf(answer as Body)).not.toEqual([])
  })

  test('names the fields the specification requires, and takes no other', () => {
    const order = bodyOf('/orders')
    expect(order.required).toEqual(['order_id', 'order_date', 'delivery_date', 'products', 'customers'])
    expect(order.properties.products?.items.required).toEqual(['product_id', 'sku', 'name', 'price', 'url'])
    expect(order.properties.customers?.items.required).toEqual(['name', 'email', 'phone'])
    const product = bodyOf('/products')
    expect(product.required).toEqual(['product_id', 'name', 'sku', 'gtin', 'mpn', 'url'])
    for (const schema of [
      order,
      order.properties.products?.items,
      order.properties.customers?.items,
      product,
    ]) {
      expect(schema?.additionalProperties).toBe(false)
    }
    for (const price of [product.properties.price, order.properties.products?.items.properties.price]) {
      expect(price).toMatchObject({ type: 'number', minimum: 0, maximum: 9999999999 })
    }
    expect(product.properties.price).toMatchObject({ default: 0 })
  })

  function examplesOf({ content }: Body): Example[] {
    const [{ example, examples = {} } = {} as Media] = Object.values(content)
    return [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)]
  }

  function bodyOf(path: string): Schema {
    const { $ref } = document.paths[path]?.post?.requestBody.content['application/json']
      ?.schema as unknown as {
      $ref: string
    }
    return document.components.schemas[$ref.replace('#/components/schemas/', '')] as Schema
  }
})

describe('/docs in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test('shows the operations and asks no other host for anything', async () => {
    const page = await browser.newPage()
    const hosts = new Set<string>()
    const errors: string[] = []
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).origin)
    })
    page.on('pageerror', error => errors.push(error.message))
    await page.goto(`${service.url}/docs`)
    // Sections that are far away are drawn when they are gone to.
    for (const operation of ['Create an order', 'Create a product']) {
      await page.getByRole('link', { name: operation }).first().click()
      await page.getByRole('heading', { name: operation }).first().waitFor()
    }
    expect([...hosts]).toEqual([service.url])
    expect(errors).toEqual([])
  })
})
