import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShop } from '../../../e2e/widgets/servers.ts'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { launchBrowser } from '../../../server/test/browser.ts'
import { aManageKey } from '../../../server/test/management.ts'
import { checkout, execute, installPacked, type Project, samplesOf } from './project.ts'

// The package as npm installs it, in a project of its own.

let it: TestApp
let project: Project
beforeAll(async () => {
  it = await startTestApp()
  await execute('npm', ['run', '-s', 'build:sdk'], { cwd: checkout })
  project = await installPacked('sdk', { vite: 'node_modules' })
})
afterAll(async () => {
  project?.close()
  await it?.close()
})

test('it weighs at most 6 kB, and holds its licence', () => {
  const files = ['index', 'clients', 'error', 'operations', 'retries', 'webhooks']
  const code = files.map(name => project.installed(`dist/${name}.js`)).join('')
  expect(brotliCompressSync(code).length).toBeLessThan(6_000)
  expect(project.installed('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
  expect(JSON.parse(project.installed('package.json'))).not.toHaveProperty('dependencies')
})

test.each([
  'medusa',
  'sdk',
  'vendure',
  'widgets',
])('the files of %s are whole without this repository', name => {
  const read = (file: string) => readFileSync(join(checkout, 'packages', name, file), 'utf8')
  expect(read('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
  expect(read('README.md')).not.toMatch(/\]\((?!https:|#)/)
})

test('it reads and writes a real store', async () => {
  const { apiKey } = await aManageKey(it)
  const program = `
    import { createManagementClient } from '@realword/sdk'
    const realword = createManagementClient({ url: ${JSON.stringify(it.url)}, key: ${JSON.stringify(apiKey)} })
    const body = { external_id: 'r-1', product_id: 'P-1', rating: 5, display_name: 'Ana M.' }
    await realword.request('POST /manage/v1/reviews', { body })
    for await (const { display_name, rating } of realword.each('GET /manage/v1/reviews'))
      console.log(display_name, rating)`
  project.write('program.js', program)
  expect(await project.run('program.js')).toBe('Ana M. 5\n')
})

describe('bundled by Vite', () => {
  const body = '{"type":"endpoint.test","timestamp":"2026-11-25T12:00:00.000Z","data":{"store_id":"s"}}'
  const read = {
    average: 5,
    names: ['Ana M.'],
    refused: 401,
    type: 'endpoint.test',
    forged: 'WebhookVerificationError',
  }
  let bundle: string
  let argument: string
  beforeAll(async () => {
    const client = await aManageKey(it)
    const review = { external_id: 'r-1', product_id: 'P-1', rating: 5, display_name: 'Ana M.' }
    await client.send('POST', '/reviews', review)
    const { storeId, storeKey } = client.store
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const at = new Date()
    const signature = new Webhook(secret).sign('msg_1', at, body)
    const headers = {
      ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) },
      'webhook-signature': signature,
    }
    argument = JSON.stringify({
      shop: { url: it.url, storeId, storeKey },
      webhook: { secret, headers, body },
    })
    project.write('bundle.js', program)
    project.write('vite.config.js', config)
    await project.run('node_modules/vite/bin/vite.js', 'build')
    bundle = readFileSync(join(project.folder, 'dist/bundle.js'), 'utf8')
  })

  test('it reads a real store in a browser, from a page of another origin', async () => {
    const [shop, browser] = await Promise.all([startShop(), launchBrowser()])
    try {
      shop.put('/bundle.js', bundle, { 'content-type': 'text/javascript' })
      const policy = `default-src 'none'; script-src ${shop.url}; connect-src ${it.url}`
      const url = shop.put('/', '<title>A shop</title><script src="/bundle.js"></script>', {
        'content-security-policy': policy,
      })
      const page = await browser.newPage()
      await page.goto(url)
      expect(await page.evaluate(`run(${argument})`)).toEqual(read)
    } finally {
      await browser.close()
      await shop.close()
    }
  })

  test('it needs nothing of Node: it runs with the globals of browsers and edge runtimes alone', async () => {
    const { AbortController, AbortSignal, Headers, Request, Response, URL, URLSearchParams } = globalThis
    const { atob, clearTimeout, crypto, fetch, setTimeout, TextDecoder, TextEncoder } = globalThis
    const web = {
      ...{ AbortController, AbortSignal, Headers, Request, Response, URL, URLSearchParams },
      ...{ atob, clearTimeout, crypto, fetch, setTimeout, TextDecoder, TextEncoder },
    }
    const context = createContext(web)
    runInContext(bundle, context)
    const answer = await runInContext(`run(${argument}).then(JSON.stringify)`, context)
    expect(JSON.parse(answer)).toEqual(read)
  })
})

const program = `
  import { createStoreClient, verifyWebhook } from '@realword/sdk'
  globalThis.run = async ({ shop, webhook }) => {
    const { secret, headers, body } = webhook
    const client = createStoreClient(shop)
    const query = { product_id: 'P-1' }
    const ratings = await client.request('GET /api/v1/ratings.json', { query })
    const reviews = await client.request('GET /api/v1/reviews.json', { query })
    const stranger = createStoreClient({ ...shop, storeKey: 'another' })
    const refused = await stranger.request('GET /api/v1/ratings.json', { query })
    const event = await verifyWebhook(secret, headers, body)
    const forged = await verifyWebhook(secret, headers, body + ' ').catch(error => error.name)
    return {
      average: ratings.data.result[0].average,
      names: reviews.data.result.map(({ display_name }) => display_name),
      refused: refused.error.status,
      type: event.type,
      forged,
    }
  }`

const config = `
  export default {
    logLevel: 'warn',
    build: { lib: { entry: 'bundle.js', formats: ['iife'], name: 'sdk', fileName: () => 'bundle.js' } },
  }`

test('the samples of its pages compile', async () => {
  const samples = samplesOf('packages/sdk/README.md', 'docs/how-to/manage-a-store.md')
  expect(samples).toHaveLength(8)
  const names = samples.map((_code, at) => `samples/${at}.ts`)
  samples.forEach((code, at) => {
    project.write(names[at] ?? '', code)
  })
  expect(await project.compile(names)).toBe('')
})

test.each([
  ['an unknown address', `realword.request('GET /manage/v1/reviewz')`],
  ['an unknown method', `realword.request('DELETE /manage/v1/reviews')`],
  ['a missing id', `realword.request('GET /manage/v1/reviews/{id}')`],
  ['a missing body', `realword.request('POST /manage/v1/reviews')`],
  [
    'an unknown field',
    `realword.request('POST /manage/v1/people/erase', { body: { email: 'a@b.c', x: 1 } })`,
  ],
  ['a wrong filter', `realword.request('GET /manage/v1/reviews', { query: { state: 'new' } })`],
  ['each of what is no list', `realword.each('GET /manage/v1/settings')`],
  [
    'a batch with half an order',
    `realword.request('POST /manage/v1/orders/batch', { body: { orders: [{ order_id: '1001' }] } })`,
  ],
  [
    'data before its error was checked',
    `export const text = (await realword.request('GET /manage/v1/settings')).data.toString()`,
  ],
])('the compiler refuses %s', async (name, use) => {
  const code = `
    import { createManagementClient } from '@realword/sdk'
    export const realword = createManagementClient({ url: '', key: '' })
    await realword.request('GET /manage/v1/reviews')
    // @ts-expect-error
    ${use}`
  const file = `${name.replaceAll(' ', '-')}.ts`
  project.write(file, code)
  expect(await project.compile([file])).toBe('')
})
