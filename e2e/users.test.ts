import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totp } from '../server/test/totp.ts'
import { cleanUp, readyDataDir, run, runJson, type Service, startService } from './service.ts'

let service: Service
let dataDir: string
let storeId: string
beforeAll(async () => {
  dataDir = readyDataDir()
  service = await startService({ dataDir })
  storeId = (await runJson<{ store_id: string }>(['store', 'create', '--name', 'Shop'], { dataDir })).store_id
})
afterAll(cleanUp)

type Linked = { user_id: string; email: string; link: string; expires_at: string }

const password = 'correct horse battery'

async function send(path: string, body: object): Promise<Response> {
  return await fetch(`${service.url}/admin/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
    body: JSON.stringify(body),
  })
}

/** A reader of the outbox, by the address that `start` printed. */
async function openOutbox(): Promise<(path: string) => Promise<string>> {
  const address = /http:\S+\/outbox\?token=[\w-]+/.exec(service.output())?.[0] ?? ''
  const opened = await fetch(address, { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async path => await (await fetch(service.url + path, { headers: { cookie } })).text()
}

const tokenOf = ({ link }: Linked) => link.slice(link.indexOf('#reset=') + '#reset='.length)

describe('./realword user', () => {
  test('create adds a member who chooses a password by the link, once', async () => {
    const args = ['user', 'create', '--email', 'Ana@Shop.example', '--name', 'Ana', '--store', storeId]
    const made = await runJson<Linked>([...args, '--role', 'moderator'], { dataDir })
    expect(made).toMatchObject({ email: 'ana@shop.example', store_id: storeId, role: 'moderator' })
    expect(made.link).toMatch(/\/admin#reset=[\w-]{43}$/)
    expect((await send('/password', { token: tokenOf(made), password })).status).toBe(204)
    expect((await send('/password', { token: tokenOf(made), password })).status).toBe(403)
    const signedIn = await send('/session', { email: 'ana@shop.example', password })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ')
    const me = await fetch(`${service.url}/admin/api/session`, { headers: { cookie } })
    expect(await me.json()).toMatchObject({ stores: [{ store_id: storeId, role: 'moderator' }] })
    const again = await run(args, { dataDir })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('can sign in already')])
  })

  test('update allows a user to make further stores, and forbids it again', async () => {
    await runJson(['user', 'create', '--email', 'bia@shop.example', '--name', 'Bia'], { dataDir })
    const allow = (value: string) => ['user', 'update', 'bia@shop.example', '--make-stores', value]
    expect(await runJson(allow('true'), { dataDir })).toMatchObject({ name: 'Bia', may_make_stores: true })
    const told = await run(allow('false'), { dataDir })
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('Bia may not make stores.')])
    const wrong = await run(allow('perhaps'), { dataDir })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('It takes true or false.')])
    const unknown = await run(['user', 'update', 'no@shop.example', '--make-stores', 'true'], { dataDir })
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Nobody signs in with')])
  })

  test('add lets an existing user work with another store, once', async () => {
    const make = ['store', 'create', '--name', 'Second']
    const { store_id } = await runJson<{ store_id: string }>(make, { dataDir })
    const args = ['user', 'add', 'ana@shop.example', '--store', store_id, '--role', 'owner']
    const told = await run(args, { dataDir })
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('Ana is owner of Second.')])
    const signedIn = await send('/session', { email: 'ana@shop.example', password })
    const cookie = signedIn.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ')
    const me = await fetch(`${service.url}/admin/api/session`, { headers: { cookie } })
    const { stores } = (await me.json()) as { stores: object[] }
    expect(stores).toMatchObject([{ role: 'owner' }, { role: 'moderator' }])
    // Only owners change roles, so the command cannot remove the last owner by mistake.
    const again = await run([...args, '--role', 'viewer'], { dataDir })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already, as owner')])
  })

  test('sign-out ends every session of a user', async () => {
    const signedIn = await send('/session', { email: 'ana@shop.example', password })
    const cookie = signedIn.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ')
    const me = async () => (await fetch(`${service.url}/admin/api/session`, { headers: { cookie } })).status
    expect(await me()).toBe(200)
    const told = await run(['user', 'sign-out', 'ana@shop.example'], { dataDir })
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringContaining('Ana is signed out on every device.'),
    ])
    expect(await me()).toBe(401)
  })

  test('remove-second-factor lets in somebody who lost it, with a new sign-in, and mails them', async () => {
    const page = { 'content-type': 'application/json', 'x-realword-page': '1' }
    const signIn = async () => {
      const signedIn = await send('/session', { email: 'ana@shop.example', password })
      const cookie = signedIn.headers
        .getSetCookie()
        .map(one => one.split(';')[0])
        .join('; ')
      return { cookie, answer: (await signedIn.json()) as object }
    }
    const { cookie } = await signIn()
    const post = async (path: string, body: object) =>
      await fetch(`${service.url}/admin/api${path}`, {
        method: 'POST',
        headers: { ...page, cookie },
        body: JSON.stringify(body),
      })
    const offer = (await (await post('/account/second-factor', { password })).json()) as { uri: string }
    expect((await post('/account/second-factor/proof', { code: totp(offer.uri) })).status).toBe(204)
    expect((await signIn()).answer).toEqual({ second_factor: true })

    const told = await run(['user', 'remove-second-factor', 'Ana@shop.example'], { dataDir })
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringMatching(
        /Ana signs in with the password alone\.\s+Every session ended\. An email says so\./,
      ),
    ])
    const ended = await fetch(`${service.url}/admin/api/session`, { headers: { cookie } })
    expect(ended.status).toBe(401)
    const again = await signIn()
    expect(again.answer).toEqual({ second_factor: false })
    const read = await openOutbox()
    const newest = async () => /<a href="(\/outbox\/[^"]+)">Email<\/a>/.exec(await read('/outbox'))?.[1]
    await expect.poll(newest).toBeDefined()
    const mail = await read((await newest()) ?? '')
    expect(mail).toContain('ana@shop.example')
    expect(mail).toContain('Sua verificação em duas etapas foi desativada')
    const history = await fetch(`${service.url}/admin/api/stores/${storeId}/history`, {
      headers: { cookie: again.cookie },
    })
    const { result } = (await history.json()) as { result: object[] }
    expect(result[0]).toMatchObject({ actor: 'command', action: 'remove second_factor', record: 'member' })
    const nothing = { removed: false, mailed: false, email: 'ana@shop.example' }
    expect(await runJson(['user', 'remove-second-factor', 'ana@shop.example'], { dataDir })).toMatchObject(
      nothing,
    )
  })

  test('reset only prints a link to set a new password', async () => {
    const made = await runJson<Linked>(['user', 'reset', 'ana@shop.example'], { dataDir })
    expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now() + 59 * 60_000)
    expect((await send('/password', { token: tokenOf(made), password: `${password} 2` })).status).toBe(204)
    expect((await send('/session', { email: 'ana@shop.example', password })).status).toBe(401)
  })

  test.each([
    [['create', '--email', 'ana', '--name', 'Ana'], 2, 'is no e-mail address'],
    [['create', '--email', 'josé@b.example', '--name', 'José'], 2, 'Nobody can sign in with'],
    [['create', '--email', 'a@b.example'], 2, '--name'],
    [['create', '--email', 'a@b.example', '--name', ' '], 2, 'name is empty'],
    [['create', '--email', 'a@b.example', '--name', 'A', '--role', 'owner'], 2, '--role needs --store'],
    [['create', '--email', 'a@b.example', '--name', 'A', '--store', storeId, '--role', 'king'], 2, 'king'],
    [['create', '--email', 'a@b.example', '--name', 'A', '--store', 'abc'], 1, 'no store with the id abc'],
    [['add', 'nobody@b.example', '--store', storeId], 1, 'Nobody signs in'],
    [['add', 'ana@shop.example'], 2, '--store'],
    [['add', 'ana@shop.example', '--store', 'abc'], 1, 'no store with the id abc'],
    [['reset'], 2, 'email'],
    [['reset', 'nobody@b.example'], 1, 'Nobody signs in'],
    [['sign-out', 'nobody@b.example'], 1, 'Nobody signs in'],
    [['remove-second-factor', 'nobody@b.example'], 1, 'Nobody signs in'],
  ])('%j exits with %i', async (args, code, told) => {
    const ended = await run(['user', ...args.map(one => one ?? storeId)], { dataDir })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(told)])
  })
})

describe('start says that signing in needs https', () => {
  test('if the service is reachable from outside without it', async () => {
    const open = await startService({
      dataDir: readyDataDir(),
      env: { PUBLIC_URL: 'http://reviews.example' },
    })
    await expect.poll(open.output).toContain('Signing in needs https')
    expect(open.output()).toContain('No mail leaves while SMTP_URL is not set')
    open.kill('SIGTERM')
    await open.ended
  })

  test('but not on this machine', () => {
    expect(service.output()).not.toContain('https')
  })
})

describe('start prints the address of the outbox', () => {
  const printed = () => /http:\S+\/outbox\?token=[\w-]+/.exec(service.output())?.[0] ?? ''

  test('with a token for this start, which opens it', async () => {
    expect(printed()).toMatch(/\/outbox\?token=[\w-]{43}$/)
    const opened = await fetch(printed(), { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/outbox'])
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await fetch(`${service.url}/outbox`, { headers: { cookie } })).status).toBe(200)
  })

  test('which is in no file of the data folder', () => {
    const token = new URL(printed()).searchParams.get('token') ?? 'none'
    const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      .filter(file => file.isFile())
      .map(file => join(file.parentPath, file.name))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter(file => readFileSync(file).includes(token))).toEqual([])
  })

  test('without which other users of this machine have no access', async () => {
    for (const path of ['/outbox', '/outbox?token=guessed', '/outbox/x/y'])
      expect((await fetch(service.url + path)).status).toBe(404)
  })
})
