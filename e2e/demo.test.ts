import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../demo/catalogue.ts'
import { demoQuestions } from '../demo/questions.ts'
import { demoReviews } from '../demo/reviews.ts'
import { languages } from '../demo/words.ts'
import { cleanUp, newDataDir, readyDataDir, type Service, startService, waitFor } from './service.ts'
import { orderText, post, query, type Store } from './store.ts'

const flags = ['--demo']

// The store of the first start, and the service and store of the second, which all tests use.
let first: Store
let service: Service
let store: Store
beforeAll(async () => {
  const dataDir = readyDataDir()
  service = await startService({ dataDir, flags })
  first = await demoStoreOf(service)
  service.kill('SIGTERM')
  await service.ended
  service = await startService({ dataDir, flags })
  store = await demoStoreOf(service)
})
afterAll(cleanUp)

/** The store that the service has printed, ready for orders. */
async function demoStoreOf(service: Service): Promise<Store> {
  // Its last line is printed after the address that shows that the service is up.
  await waitFor('the demo store', () => service.output().includes('./realword order show'))
  const value = (name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(service.output())?.[1] ?? ''
  const store = { store_id: value('store_id'), store_key: value('store_key'), api_key: value('api_key') }
  const { status } = await post(service.url, store, orderText(`order-${service.pid}`))
  expect(status).toBe(201)
  return store
}

test('start --demo creates one store, and prints it at every start', async () => {
  const { dataDir } = service
  expect(store).toEqual(first)
  expect(await query(dataDir, 'select from stores')).toHaveLength(1)
  expect(await query(dataDir, 'select from reviews')).toHaveLength(demoReviews.length)
  expect(await query(dataDir, 'select from questions')).toHaveLength(demoQuestions.length)
})

/** Reads the dashboard's API below the demo's store as its owner. */
async function signIn({ url, dataDir }: Service, { store_id }: Store) {
  const { email, password } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { headers } = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1', origin: url },
    body: JSON.stringify({ email, password }),
  })
  const cookie = headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  return async (path: string) =>
    await (await fetch(`${url}/admin/api/stores/${store_id}${path}`, { headers: { cookie } })).json()
}

test('the history of the demo has a working day of its team, and leads to its settings', async () => {
  const read = await signIn(service, store)
  const { result } = (await read('/history')) as { result: Change[] }
  expect(
    result.map(({ name, action, record, fields }) => [name, action, record, ...fields].join(' ')),
  ).toEqual([
    'Marta Ribeiro change store moderation',
    'Marta Ribeiro change store retention_months',
    'Marta Ribeiro revoke key',
    'Clara Monteiro change store reply_templates',
    'Clara Monteiro export person',
    'Clara Monteiro change store requests_paused',
    'Clara Monteiro change store requests_paused',
    'Marta Ribeiro rename key',
    'Marta Ribeiro create key',
    'Bruno Sato join member role',
    'Marta Ribeiro invite invitation',
    'Marta Ribeiro change store moderation',
    'Clara Monteiro change store reply_templates',
    'Marta Ribeiro change role member role',
    'Clara Monteiro join member role',
    'Marta Ribeiro invite invitation',
    'Marta Ribeiro create key',
    'Marta Ribeiro change store open_reviews',
    'Marta Ribeiro change store request_delay_days send_at',
    'Marta Ribeiro change store name color',
    ' create key',
  ])
  const times = result.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(Date.parse(times[0] ?? '')).toBeLessThan(Date.now())
  const inStore = { timeZone: 'America/Sao_Paulo', hourCycle: 'h23' } as const
  const day = times
    .slice(0, 13)
    .map(at => new Date(at).toLocaleDateString('en', { ...inStore, weekday: 'long' }))
  expect(new Set(day).size).toBe(1)
  expect(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']).toContain(day[0])
  const hours = times.map(at =>
    Number(new Date(at).toLocaleTimeString('en', { ...inStore, hour: 'numeric' })),
  )
  expect(hours.filter(hour => hour < 9 || hour > 17)).toEqual([])
  expect(await read('/settings')).toMatchObject({
    name: 'Café da Serra',
    color: '#1f6f54',
    request_delay_days: 7,
    send_at: '10:00',
    moderation: 'check',
    open_reviews: true,
    requests_paused: false,
    retention_months: 24,
    reply_templates: [{ title: 'Agradecimento' }, { title: 'Algo deu errado' }],
  })
})

type Answer = { count: number; result: Found[] }
type Found = {
  pinned: boolean
  origin: string
  incentivized: boolean
  videos: { url: string }[]
  attributes: { id: string }[]
}

type Change = { at: string; name: string | null; action: string; record: string; fields: string[] }

test('start --demo with DATABASE_URL creates the tables, and a data folder only for its keys', async () => {
  const host = encodeURIComponent(join(service.dataDir, 'run'))
  const env = { DATABASE_URL: `postgres://realword@${host}/demo` }
  const dataDir = newDataDir()
  const one = await startService({ dataDir, env, flags })
  const made = await demoStoreOf(one)
  expect(made).not.toEqual(store)
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  one.kill('SIGTERM')
  expect((await one.ended).code).toBe(0)
  const other = await startService({ dataDir, env, flags })
  expect(await demoStoreOf(other)).toEqual(made)
  other.kill('SIGTERM')
  await other.ended
})

test("the demo's shop answers every address that its pages name, in all languages and both themes", async () => {
  const { url } = service
  const seen = new Set<string>()
  const waiting = ['/']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const response = await fetch(url + path)
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    const page = await response.text()
    const named = page.matchAll(/(?:href|src)="(\/demo[^"]*)"/g)
    for (const [, address = ''] of named) waiting.push(address.replaceAll('&amp;', '&').replace(/#.*/, ''))
  }
  expect(seen).toContain('/demo/configure?lang=es&theme=dark')
  const products = [...seen].filter(path => path.startsWith('/demo/p/'))
  expect(products).toHaveLength(catalogue.length * 3 * (1 + languages.length))
  expect((await fetch(`${url}/demo/p/NONE`)).status).toBe(404)
})

test("the demo's shop opens in the visitor's language, and leaves its colour scheme to the browser", async () => {
  const { url } = service
  const open = async (language: string, path = '/demo/p/MOKA-6') =>
    await (await fetch(url + path, { headers: { 'accept-language': language } })).text()
  for (const [language, name] of [
    ['pt-BR,pt;q=0.9', 'Cafeteira moka, 6 xícaras'],
    ['es-MX,es;q=0.9,en;q=0.8', 'Cafetera italiana, 6 tazas'],
    ['en-US,en;q=0.9', 'Moka pot, 6 cups'],
    ['ar-EG,ar;q=0.9', 'إبريق موكا، 6 أكواب'],
    ['cy', 'Moka pot, 6 cups'],
  ] as const)
    expect(await open(language)).toContain(`<h1>${name}</h1>`)
  expect(await open('en-US', '/demo/p/MOKA-6?lang=pt')).toContain('<h1>Cafeteira moka')
  expect(await open('en-US')).toContain('class=""')
  expect(await open('en-US', '/demo?theme=light')).toContain('class="light"')
  const page = await open('en-US')
  expect(page.match(/Questions and answers/g)).toHaveLength(1)
  expect(page).toContain('<h2 slot="heading">Questions and answers</h2>')
})

test('the demo has everything that a shop can show', async () => {
  const { store_id, store_key } = store
  const read = async (path: string) => {
    const keys = `store_id=${store_id}&store_key=${store_key}`
    const response = await fetch(`${service.url}/api/v1/${path}&${keys}`)
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return (await response.json()) as Answer
  }
  const ofPot = 'product_id=P-MOKA-6'
  const { result } = await read(`reviews.json?${ofPot}&expand=attributes&locale=de&limit=100`)
  const [filmed, chosen] = result
  expect(filmed).toMatchObject({ pinned: true, origin: 'invitation', videos: [{ seconds: 7 }] })
  expect(filmed?.attributes[0]).toMatchObject({ label: 'Reinigung', value: 5, value_label: 'Nur ausspülen' })
  expect(chosen?.pinned).toBe(true)
  expect(new Set(result.map(({ origin }) => origin))).toEqual(new Set(['invitation', 'import', 'page']))
  expect(result.some(({ incentivized }) => incentivized)).toBe(true)
  const asked = result.flatMap(({ attributes }) => attributes.map(({ id }) => id))
  expect([...new Set(asked)].toSorted()).toEqual(['cleaning', 'quality', 'stove', 'tip'])
  const film = await fetch(filmed?.videos[0]?.url ?? '', { headers: { range: 'bytes=0-11' } })
  expect([film.status, (await film.text()).slice(4, 8)]).toEqual([206, 'ftyp'])
  const { result: ratings } = await read(`ratings.json?${ofPot}&expand=metrics,attributes`)
  expect(ratings[0]?.attributes[0]).toMatchObject({ id: 'cleaning', average: expect.closeTo(4.6, 0) })
  const onInduction = await read(`reviews.json?${ofPot}&attribute.stove=induction`)
  expect(onInduction.count).toBe(demoReviews.filter(({ answers }) => answers?.stove === 'induction').length)
  expect((await read(`topics.json?${ofPot}`)).result.length).toBeGreaterThan(3)
  expect((await read('reviews.json?pictured=true')).count).toBeGreaterThan(12)
  expect(await read('store-rating.json?')).toMatchObject({
    total: demoReviews.filter(({ sku }) => !sku).length,
  })
  const transparency = await fetch(`${service.url}/transparency/${store_id}`)
  expect(transparency.status).toBe(200)
})
