import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { createStore, orderText, post, type Store } from './store.ts'

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
  test('create makes a store with a key that works immediately', async () => {
    const store = await json<Store>('store', 'create', '--name', 'Livraria')
    expect(Object.keys(store).sort()).toEqual(['api_key', 'store_id', 'store_key'])
    expect(await sendOrder(store)).toEqual([201, undefined])
  })

  test('show and list print its settings, but never its API key', async () => {
    const flags = [
      '--locale',
      'en-IE',
      '--time-zone',
      'Europe/Dublin',
      '--country',
      'IE',
      '--order-limit',
      '5',
    ]
    const store = await createStore(service, [...flags, '--request-delay', '3', '--send-at', '09:30'])
    const shown = await text('store', 'show', store.store_id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({
      store_id: store.store_id,
      name: 'Café da Serra',
      locale: 'en-IE',
      time_zone: 'Europe/Dublin',
      country: 'IE',
      order_limit: 5,
      request_delay_days: 3,
      send_at: '09:30',
      active: true,
    })
    const list = await text('store', 'list', '--json')
    const ids = (JSON.parse(list.stdout) as Store[]).map(one => one.store_id)
    expect(ids).toContain(store.store_id)
    const table = await text('store', 'list')
    expect(table.stdout).toContain(store.store_id)
    for (const { stdout } of [shown, list, table]) expect(stdout).not.toContain(store.api_key)
  })

  test('update reaches the running service', async () => {
    const store = await createStore(service)
    expect(await sendOrder(store)).toEqual([201, undefined])
    await json('store', 'update', store.store_id, '--active', 'false')
    await untilAnswered(store, [401, 8121203])
    await json('store', 'update', store.store_id, '--active', 'true', '--order-limit', '1')
    await untilAnswered(store, [403, 8121206])
    await json('store', 'update', store.store_id, '--order-limit', 'none')
    await untilAnswered(store, [201, undefined])
  })

  test('update --limit sets, keeps and removes single limits, and show prints them with their use', async () => {
    const store = await createStore(service, [
      '--limit',
      'orders_per_minute=0',
      '--limit',
      'orders_per_month=7',
    ])
    expect(await sendOrder(store)).toEqual([429, 804290])
    await json('store', 'update', store.store_id, '--limit', 'orders_per_minute=50')
    await untilAnswered(store, [201, undefined])
    const shown = await json<{ limits: object; use: object[] }>('store', 'show', store.store_id)
    expect(shown.limits).toMatchObject({ orders_per_month: 7, orders_per_minute: 50 })
    expect(shown.use).toMatchObject([
      { name: 'orders_per_month', limit: 7, used: 1 },
      { name: 'orders_per_minute', limit: 50 },
    ])
    expect((await text('store', 'show', store.store_id)).stdout).toContain('1 of 7')
    const removed = ['--limit', 'orders_per_minute=none', '--limit', 'orders_per_month=none']
    const { limits } = await json<{ limits: object }>('store', 'update', store.store_id, ...removed)
    expect(limits).toMatchObject({ orders_per_month: null, orders_per_minute: null })
  })

  test('refuses all wrong settings at once and changes nothing', async () => {
    const store = await createStore(service)
    const bad = ['--time-zone', 'Mars/Base', '--send-at', '25:00', '--country', 'brazil']
    const { code, stderr } = await text('store', 'update', store.store_id, ...bad)
    expect(code).toBe(2)
    for (const word of ['Mars/Base', '25:00', 'brazil']) expect(stderr).toContain(word)
    const shown = await json<{ time_zone: string }>('store', 'show', store.store_id)
    expect(shown.time_zone).toBe('America/Sao_Paulo')
  })

  test('update sets the look of its mails, and restores the default', async () => {
    const { store_id } = await createStore(service)
    const look = [
      '--color',
      '#FFE600',
      '--logo-url',
      'https://casa.example/logo.png',
      '--data-holder',
      'Casa Ltda.',
    ]
    const contact = ['--site-url', 'https://casa.example', '--privacy-url', 'https://casa.example/privacy']
    expect(await json('store', 'update', store_id, ...look, ...contact)).toMatchObject({
      color: '#ffe600',
      logo_url: 'https://casa.example/logo.png',
      data_holder: 'Casa Ltda.',
      site_url: 'https://casa.example',
      privacy_url: 'https://casa.example/privacy',
    })
    const none = [
      '--logo-url',
      'none',
      '--site-url',
      'none',
      '--privacy-url',
      'none',
      '--data-holder',
      'none',
    ]
    expect(await json('store', 'update', store_id, ...none)).toMatchObject({
      color: '#ffe600',
      logo_url: null,
      data_holder: null,
      site_url: null,
      privacy_url: null,
    })
  })

  test('update lists the pages that may read, and removes the list', async () => {
    const { store_id } = await createStore(service)
    const origins = 'https://shop.example, https://www.shop.example'
    expect(await json('store', 'update', store_id, '--origins', origins)).toMatchObject({
      origins: ['https://shop.example', 'https://www.shop.example'],
    })
    expect(await json('store', 'update', store_id, '--origins', 'none')).toMatchObject({ origins: [] })
    const { code, stderr } = await text('store', 'update', store_id, '--origins', 'https://shop.example/page')
    expect(code).toBe(2)
    expect(stderr).toContain('origins: https://shop.example/page is not an origin')
  })

  test('words sets its own subject and text, shows them and restores the default', async () => {
    const { store_id } = await createStore(service)
    const words = (...flags: string[]) => text('store', 'words', '--store', store_id, ...flags)
    const file = join(temporaryFolder(), 'words.txt')
    writeFileSync(file, 'Oi {name},\r\n\r\ngostou?\r\n')
    const which = ['--kind', 'request', '--language', 'pt-BR']
    const set = await words(...which, '--subject', '{name}?', '--words-file', file, '--json')
    const own = { request: { 'pt-BR': { subject: '{name}?', words: 'Oi {name},\n\ngostou?' } } }
    expect(JSON.parse(set.stdout)).toEqual(own)
    expect(await json('store', 'words', '--store', store_id)).toEqual(own)
    expect((await words()).stdout).toBe('request, pt-BR\n  subject  {name}?\n    Oi {name},\n\n    gostou?\n')
    expect(JSON.parse((await words(...which, '--reset', '--json')).stdout)).toEqual({})
  })

  test('words reports what is wrong', async () => {
    const { store_id } = await createStore(service)
    const whole = ['--kind', 'request', '--language', 'pt']
    const wrong: [string[], string][] = [
      [['--kind', 'request'], 'it takes --kind, --language and either'],
      [[...whole, '--reset', '--subject', 'x'], 'it takes --kind, --language'],
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
    expect(await create('--country', 'PT')).toBe('')
    expect(await create('--avoid-holidays', 'true')).toBe('')
    expect(await create('--avoid-holidays', 'true', '--country', 'NP')).toEqual(note('NP'))
    expect(await create('--avoid-holidays', 'true', '--country', 'CO')).toBe('')

    // The warning concerns the resulting store, whichever of the two settings changed.
    const { store_id } = await createStore(service, ['--country', 'NP'])
    const update = async (...flags: string[]) => (await text('store', 'update', store_id, ...flags)).stderr
    expect(await update('--avoid-holidays', 'true')).toEqual(note('NP'))
    expect(await update('--country', 'BR')).toBe('')
    expect(await update('--country', 'QA')).toEqual(note('QA'))
    expect(await update('--avoid-holidays', 'false')).toBe('')
  })

  test.each([unknownId, 'abc'])('%s reports an unknown store', async id => {
    const { code, stderr } = await text('store', 'show', id)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`no store with the id ${id}`)])
  })
})

describe('store update', () => {
  test('sets the retention period', async () => {
    const { store_id } = await createStore(service)
    const period = async (...flags: string[]) => {
      const change = ['store', 'update', store_id, ...flags]
      return (await json<{ retention_months: number | null }>(...change)).retention_months
    }
    expect(await period('--paused', 'false')).toBe(24)
    expect(await period('--retention-months', '12')).toBe(12)
    expect(await period('--retention-months', 'none')).toBe(null)
    for (const bad of ['2', '121', 'never'])
      expect((await text('store', 'update', store_id, '--retention-months', bad)).code).toBe(2)
  })

  test('sets the reminders of a request', async () => {
    const { store_id } = await createStore(service)
    const update = (...flags: string[]) => json('store', 'update', store_id, ...flags)
    expect(
      await update('--reminders', '3,7', '--paused', 'true', '--link-days', '30', '--form-products', '5'),
    ).toMatchObject({ reminder_days: [3, 7], requests_paused: true, link_days: 30, form_products: 5 })
    expect(await update('--own-holidays', '2027-07-09, 01-25')).toMatchObject({
      own_holidays: ['01-25', '2027-07-09'],
    })
    expect(await update('--own-holidays', 'none')).toMatchObject({ own_holidays: [] })
    expect((await text('store', 'update', store_id, '--own-holidays', '02-30')).code).toBe(2)
    expect(await update('--languages-off', 'fr-FR, de')).toMatchObject({ languages_off: ['de', 'fr'] })
    expect(await update('--languages-off', 'none')).toMatchObject({ languages_off: [] })
    expect(await update('--ask-again-after', '90')).toMatchObject({ ask_again_after: 90 })
    expect(await update('--ask-again-after', 'never')).toMatchObject({ ask_again_after: null })
    expect(await update('--reminders', 'none')).toMatchObject({ reminder_days: [], requests_paused: true })
    for (const bad of ['7,3', '1,2,3', '0', 'soon', '61']) {
      expect((await text('store', 'update', store_id, '--reminders', bad)).code).toBe(2)
    }
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

  test('create, list and revoke work, and the secret is printed once', async () => {
    const store = await createStore(service)
    const name = ['--name', 'Warehouse']
    const made = await json<{ key_id: string; api_key: string }>(
      'key',
      'create',
      '--store',
      store.store_id,
      ...name,
    )
    const second = { ...store, api_key: made.api_key }
    expect(await sendOrder(second)).toEqual([201, undefined])
    const listed = await text('key', 'list', '--store', store.store_id, '--json')
    const keys = JSON.parse(listed.stdout) as Key[]
    expect(keys.map(key => key.revoked_at)).toEqual([null, null])
    expect(keys.map(key => [key.name, key.last_four, key.created_by])).toEqual([
      ['', store.api_key.slice(-4), 'command'],
      ['Warehouse', made.api_key.slice(-4), 'command'],
    ])
    expect(listed.stdout).not.toContain(made.api_key)
    const revoked = await json<Key>('key', 'revoke', made.key_id)
    expect(revoked.revoked_at).not.toBeNull()
    await untilAnswered(second, [401, 8121202])
    expect(await sendOrder(store)).toEqual([201, undefined])
    expect((await json<Key>('key', 'revoke', made.key_id)).revoked_at).toBe(revoked.revoked_at)
  })

  test('can already have expired', async () => {
    const store = await createStore(service)
    const past = ['--expires-at', '2020-01-31T00:00:00Z']
    const { api_key } = await json<{ api_key: string }>('key', 'create', '--store', store.store_id, ...past)
    expect(await sendOrder({ ...store, api_key })).toEqual([401, 8121204])
    const keys = await json<Key[]>('key', 'list', '--store', store.store_id)
    expect(keys.map(key => key.expires_at)).toContain('2020-01-31T00:00:00.000Z')
  })

  test.each([unknownId, 'abc'])('revoke %s reports an unknown key', async id => {
    const { code, stderr } = await text('key', 'revoke', id)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`no key with the id ${id}`)])
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
  test.each(['Dear Sir', ''])('takes any other mail without a failure: %j', async mail => {
    const { code, stdout, stderr } = await bounce(mail)
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
    const { store_id } = await createStore(service)
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
