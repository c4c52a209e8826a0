import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeStore } from './make-store.ts'
import {
  cleanUp,
  readyDataDir,
  run,
  runJson,
  runWithInput,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { orderText, post, query, type Store } from './store.ts'

const unknownId = '01900000-0000-7000-8000-000000000000'

let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
})
afterAll(cleanUp)

const json = <T>(...args: string[]) => runJson<T>(args, { dataDir: service.dataDir })
const text = (...args: string[]) => run(args, { dataDir: service.dataDir })

let sent = 0
/** The status and error code of a new order now. */
async function sendOrder(store: Store): Promise<[number, number | undefined]> {
  const { status, body } = await post(service.url, store, orderText(`order-${++sent}`))
  return [status, body.error_code]
}

/** Waits until orders get this response, because the running service must notice a command's change. */
async function untilAnswered(store: Store, expected: [number, number | undefined]): Promise<void> {
  await waitFor(`the answer ${expected}`, async () => String(await sendOrder(store)) === String(expected))
}

describe('store', () => {
  test('create makes a store with a key that works immediately, and show and list never print the key', async () => {
    const flags = [
      ...['--locale', 'en-IE', '--time-zone', 'Europe/Dublin', '--country', 'IE', '--order-limit', '5'],
      ...['--request-delay', '3', '--send-at', '09:30'],
    ]
    const store = await json<Store>('store', 'create', '--name', 'Livraria', ...flags)
    expect(Object.keys(store).sort()).toEqual(['api_key', 'store_id', 'store_key'])
    expect(await sendOrder(store)).toEqual([201, undefined])
    const shown = await text('store', 'show', store.store_id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({
      store_id: store.store_id,
      name: 'Livraria',
      locale: 'en-IE',
      time_zone: 'Europe/Dublin',
      country: 'IE',
      order_limit: 5,
      request_delay_days: 3,
      send_at: '09:30',
      retention_months: 24,
      active: true,
    })
    const list = await text('store', 'list', '--json')
    const ids = (JSON.parse(list.stdout) as Store[]).map(one => one.store_id)
    expect(ids).toContain(store.store_id)
    const table = await text('store', 'list')
    expect(table.stdout).toContain(store.store_id)
    for (const { stdout } of [shown, list, table]) expect(stdout).not.toContain(store.api_key)
  })

  test('update reaches the running service, and sets, keeps and removes single limits', async () => {
    const flags = ['--limit', 'orders_per_minute=0', '--limit', 'orders_per_month=7']
    const store = await json<Store>('store', 'create', '--name', 'Livraria', ...flags)
    const update = (...changes: string[]) =>
      json<{ limits: object }>('store', 'update', store.store_id, ...changes)
    expect(await sendOrder(store)).toEqual([429, 804290])
    await update('--active', 'false', '--limit', 'orders_per_minute=50')
    await untilAnswered(store, [401, 8121203])
    await update('--active', 'true')
    await untilAnswered(store, [201, undefined])
    const shown = await json<{ limits: object; use: object[] }>('store', 'show', store.store_id)
    expect(shown.limits).toMatchObject({ orders_per_month: 7, orders_per_minute: 50 })
    expect(shown.use).toMatchObject([
      { name: 'orders_per_month', limit: 7, used: 1 },
      { name: 'orders_per_minute', limit: 50 },
    ])
    expect((await text('store', 'show', store.store_id)).stdout).toContain('1 of 7')
    await update('--order-limit', '1')
    await untilAnswered(store, [403, 8121206])
    const removed = ['--limit', 'orders_per_minute=none', '--order-limit', 'none']
    const { limits } = await update(...removed)
    expect(limits).toMatchObject({ orders_per_month: null, orders_per_minute: null })
    await untilAnswered(store, [201, undefined])
  })

  test('refuses all wrong settings at once and changes nothing', async () => {
    const { store_id } = await makeStore(service)
    const bad = [
      ...['--time-zone', 'Mars/Base', '--send-at', '25:00', '--country', 'brazil'],
      ...['--origins', 'https://shop.example/page', '--reminders', '7,3', '--own-holidays', '02-30'],
    ]
    const { code, stderr } = await text('store', 'update', store_id, ...bad)
    expect(code).toBe(2)
    for (const word of ['Mars/Base', '25:00', 'brazil', 'reminder_days', '02-30'])
      expect(stderr).toContain(word)
    expect(stderr).toContain('origins: https://shop.example/page is not an origin')
    expect(
      await query(service.dataDir, 'select time_zone, country from stores where store_id = $1', [store_id]),
    ).toEqual([{ time_zone: 'America/Sao_Paulo', country: 'BR' }])
  })

  test('update sets the look of its mails, its pages, reminders and periods, and restores the defaults', async () => {
    const { store_id } = await makeStore(service)
    const update = (...flags: string[]) => json('store', 'update', store_id, ...flags)
    const set = await update(
      ...['--color', '#FFE600', '--logo-url', 'https://casa.example/logo.png'],
      ...['--data-holder', 'Casa Ltda.', '--site-url', 'https://casa.example'],
      ...['--privacy-url', 'https://casa.example/privacy'],
      ...['--origins', 'https://shop.example, https://www.shop.example'],
      ...['--retention-months', '12', '--reminders', '3,7', '--paused', 'true', '--link-days', '30'],
      ...['--form-products', '5', '--own-holidays', '2027-07-09, 01-25'],
      ...['--languages-off', 'fr-FR, de', '--ask-again-after', '90'],
    )
    expect(set).toMatchObject({
      color: '#ffe600',
      logo_url: 'https://casa.example/logo.png',
      data_holder: 'Casa Ltda.',
      site_url: 'https://casa.example',
      privacy_url: 'https://casa.example/privacy',
      origins: ['https://shop.example', 'https://www.shop.example'],
      retention_months: 12,
      ...{ reminder_days: [3, 7], requests_paused: true, link_days: 30, form_products: 5 },
      own_holidays: ['01-25', '2027-07-09'],
      languages_off: ['de', 'fr'],
      ask_again_after: 90,
    })
    const reset = await update(
      ...['--logo-url', 'none', '--site-url', 'none', '--privacy-url', 'none', '--data-holder', 'none'],
      ...['--origins', 'none', '--retention-months', 'none', '--reminders', 'none'],
      ...['--own-holidays', 'none', '--languages-off', 'none', '--ask-again-after', 'never'],
    )
    expect(reset).toMatchObject({
      color: '#ffe600',
      ...{ logo_url: null, data_holder: null, site_url: null, privacy_url: null },
      ...{ origins: [], retention_months: null, reminder_days: [], requests_paused: true },
      ...{ own_holidays: [], languages_off: [], ask_again_after: null },
    })
  })

  test('words sets its own subject and text, shows them and restores the default', async () => {
    const { store_id } = await makeStore(service)
    const words = (...flags: string[]) => text('store', 'words', '--store', store_id, ...flags)
    const file = join(temporaryFolder(), 'words.txt')
    writeFileSync(file, 'Oi {name},\r\n\r\ngostou?\r\n')
    const which = ['--kind', 'request', '--language', 'pt-BR']
    const set = await words(...which, '--subject', '{name}?', '--words-file', file, '--json')
    const own = { request: { 'pt-BR': { subject: '{name}?', words: 'Oi {name},\n\ngostou?' } } }
    expect(JSON.parse(set.stdout)).toEqual(own)
    expect((await words()).stdout).toBe('request, pt-BR\n  subject  {name}?\n    Oi {name},\n\n    gostou?\n')
    expect(JSON.parse((await words(...which, '--reset', '--json')).stdout)).toEqual({})
  })

  test('words reports what is wrong', async () => {
    const { store_id } = await makeStore(service)
    const whole = ['--kind', 'request', '--language', 'pt']
    const wrong: [string[], string][] = [
      [
        ['--kind', 'offer', '--language', 'pt', '--subject', 'x'],
        'mail_words.offer: Expected one of request, reminder',
      ],
      [[...whole, '--words-file', '/nowhere'], 'cannot be read from /nowhere'],
    ]
    for (const [flags, line] of wrong) {
      const { code, stderr } = await text('store', 'words', '--store', store_id, ...flags)
      expect([code, stderr]).toEqual([2, expect.stringContaining(line)])
    }
  })

  test('warns if the store avoids holidays of a country whose holidays are not known', async () => {
    const name = ['--name', 'Casa']
    const note = (country: string) =>
      expect.stringMatching(new RegExp(`^Note: the holidays of ${country} are`))
    const create = async (...flags: string[]) => (await text('store', 'create', ...name, ...flags)).stderr
    expect(await create('--avoid-holidays', 'true', '--country', 'NP')).toEqual(note('NP'))
    expect(await create('--avoid-holidays', 'true', '--country', 'CO')).toBe('')

    // The warning concerns the resulting store, whichever of the two settings changed.
    const { store_id } = await makeStore(service, { country: 'NP' })
    const update = async (...flags: string[]) => (await text('store', 'update', store_id, ...flags)).stderr
    expect(await update('--avoid-holidays', 'true')).toEqual(note('NP'))
    expect(await update('--country', 'QA')).toEqual(note('QA'))
    expect(await update('--avoid-holidays', 'false')).toBe('')
  })

  test('show reports an unknown store', async () => {
    const { code, stderr } = await text('store', 'show', 'abc')
    expect([code, stderr]).toEqual([1, expect.stringContaining('no store with the id abc')])
  })
})

describe('key', () => {
  type Key = {
    key_id: string
    name: string
    last_four: string
    created_by: string
    revoked_at: string | null
    expires_at: string | null
  }

  test('create, list and revoke work, a key can have expired, and the secret is printed once', async () => {
    const store = await makeStore(service)
    const create = (...flags: string[]) =>
      json<{ key_id: string; api_key: string }>('key', 'create', '--store', store.store_id, ...flags)
    const made = await create('--name', 'Warehouse')
    const expired = await create('--name', 'Old', '--expires-at', '2020-01-31T00:00:00Z')
    const second = { ...store, api_key: made.api_key }
    expect(await sendOrder(second)).toEqual([201, undefined])
    const listed = await text('key', 'list', '--store', store.store_id, '--json')
    const keys = JSON.parse(listed.stdout) as Key[]
    expect(keys.map(key => key.revoked_at)).toEqual([null, null, null])
    expect(keys.map(key => [key.name, key.last_four, key.created_by, key.expires_at])).toEqual([
      ['', store.api_key.slice(-4), 'command', null],
      ['Warehouse', made.api_key.slice(-4), 'command', null],
      ['Old', expired.api_key.slice(-4), 'command', '2020-01-31T00:00:00.000Z'],
    ])
    for (const { api_key } of [made, expired]) expect(listed.stdout).not.toContain(api_key)
    expect(await sendOrder({ ...store, api_key: expired.api_key })).toEqual([401, 8121204])
    const revoked = await json<Key>('key', 'revoke', made.key_id)
    expect(revoked.revoked_at).not.toBeNull()
    await untilAnswered(second, [401, 8121202])
    expect(await sendOrder(store)).toEqual([201, undefined])
    expect((await json<Key>('key', 'revoke', made.key_id)).revoked_at).toBe(revoked.revoked_at)
  })

  test('revoke reports an unknown key', async () => {
    const { code, stderr } = await text('key', 'revoke', unknownId)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`no key with the id ${unknownId}`)])
  })
})

describe('mail bounce', () => {
  const bounce = (input: string) => runWithInput(['mail', 'bounce'], input, { dataDir: service.dataDir })

  const report = [
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; nobody@example.com',
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
  ].join('\n')

  test('reads a report, and prints its findings', async () => {
    const { code, stdout } = await bounce(report)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Matched emails: 0')])
  })

  // A mail server reports exit code 1 to the sender of the piped mail, who only answered a review request.
  test('takes any other mail without a failure', async () => {
    const { code, stdout, stderr } = await bounce('Dear Sir')
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringContaining('Matched emails: 0'),
      expect.stringContaining('no report of a mail server'),
    ])
  })

  test('asks for another attempt while the database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    const { code, stderr } = await runWithInput(['mail', 'bounce'], report, { dataDir: service.dataDir, env })
    expect([code, stderr]).toEqual([75, expect.stringContaining('Error')])
  })
})

describe('mail suppress and unsuppress', () => {
  test('stop mails to an address of one store, and allow them again', async () => {
    const { store_id } = await makeStore(service)
    const of = (command: string, email: string) => text('mail', command, '--store', store_id, email, '--json')
    const { code, stdout } = await of('suppress', 'Ana@Example.com')
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { address: 'ana@example.com', reason: 'blocked' }])
    expect(await of('suppress', 'ana@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already'),
    })
    expect((await of('unsuppress', 'ana@example.com')).code).toBe(0)
    expect(await of('unsuppress', 'ana@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has not suppressed this address'),
    })
    expect((await of('suppress', 'a, b')).code).not.toBe(0)
  })
})
