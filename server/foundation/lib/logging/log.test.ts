import { afterEach, expect, test, vi } from 'vitest'
import { createAnnouncer, createLog, type LogFormat } from './log.ts'

afterEach(() => vi.useRealTimers())

const token = 'k3J-_'.repeat(9)

function logged(act: (log: ReturnType<typeof createLog>) => void, format: LogFormat = 'json'): string[] {
  const lines: string[] = []
  act(createLog({ level: 'debug', format, write: line => lines.push(line) }))
  return lines
}

test('an event is one JSON line with level, time and msg', () => {
  const [line = ''] = logged(log => log.child({ request_id: 'a' }).warn({ store: 7 }, 'something\nhappened'))
  expect(line).toMatch(/^\{.*\}\n$/)
  expect(JSON.parse(line)).toEqual({
    level: 40,
    time: expect.any(Number),
    pid: process.pid,
    request_id: 'a',
    store: 7,
    msg: 'something\nhappened',
  })
})

test.each([
  ['recipient <ana.martins+1@shop.example> unknown', 'recipient <…@…> unknown'],
  ['josé@exämple.com.br', '…@…'],
  ['recipient <"ana..martins."@shop.example> unknown', 'recipient <…@…> unknown'],
  ['postgres://user:p%40ss@db.example/realword', 'postgres://…@db.example/realword'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['sent Basic dXNlcjpwYXNz', 'sent Basic …'],
  [`GET /r/${token}?x=1`, 'GET /r/…?x=1'],
  ['at node_modules/@aws-sdk/client-s3/dist.js:1:2', 'at node_modules/@aws-sdk/client-s3/dist.js:1:2'],
  ['order 01a203c8-700f-70fb-b87d-00efc206dbd6', 'order 01a203c8-700f-70fb-b87d-00efc206dbd6'],
])('%s is logged as %s', (text, masked) => {
  const [line = ''] = logged(log => log.info({ field: text, err: new Error(text) }, text))
  const { msg, field, err } = JSON.parse(line)
  expect([msg, field]).toEqual([masked, masked])
  expect(err.stack).not.toContain(text === masked ? '\0' : text)
})

test('a long text without spaces is masked in linear time', () => {
  const long = `${'a'.repeat(1e5)}@`
  const lines = logged(log => {
    log.info(long)
    log.info('x.'.repeat(5e4))
  })
  expect(lines).toHaveLength(2) // in quadratic time, they would take minutes
})

test('an error keeps its message, code and cause, and no row of the database', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(Ana)',
    table: 'orders',
  })
  const [line = ''] = logged(log => log.error({ err: new Error('not written', { cause }) }, 'failed'))
  expect(line).not.toContain('Ana')
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    message: 'not written',
    cause: { message: 'duplicate key', code: '23505', table: 'orders' },
  })
})

test('of causes without an end, five are logged', () => {
  const endless = new Error('the first')
  endless.cause = new Error('the second', { cause: endless })
  const [line = ''] = logged(log => log.error({ err: endless }, 'failed'))
  expect(line.match(/"message":"the (?:first|second)"/g)).toHaveLength(1 + 5)
})

test('a copy of an error, such as pg-boss reports, is logged as one', () => {
  const copy = { message: 'connection lost', stack: 'Error: connection lost', code: '57P01', detail: 'Ana' }
  const [line = ''] = logged(log => log.warn({ err: copy }, 'job queue error'))
  expect(JSON.parse(line).err).toEqual({
    type: 'Error',
    message: 'connection lost',
    stack: 'Error: connection lost',
    code: '57P01',
  })
})

test('a request is logged with its route, without its path', () => {
  const request = { method: 'GET', url: '/r/secret?a=b', routeOptions: { url: '/r/:token' } }
  const [line = ''] = logged(log => log.info({ req: request }, 'request'))
  expect(JSON.parse(line).req).toEqual({ method: 'GET', route: '/r/:token' })
})

test('of a storm of equal errors five lines are logged in a minute, and then their number', () => {
  vi.useFakeTimers()
  const lines = logged(log => {
    const refused = (host: number) => Object.assign(new Error(`connect to ${host}`), { code: 'ECONNREFUSED' })
    for (let at = 0; at < 279; at++) log.child({ request_id: at }).warn({ err: refused(at) }, 'unavailable')
    log.warn({ err: new Error('another') }, 'unavailable')
    for (let at = 0; at < 20; at++) log.warn({ event: 'sign_in' }, 'security event')
  })
  expect(lines).toHaveLength(5 + 1 + 20)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(26).map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'unavailable: 274 more in the last minute',
      repeated: 274,
      error: { type: 'Error', code: 'ECONNREFUSED' },
    }),
  ])
})

test('for people, a line has the time, level and fields, and an error its stack below', () => {
  const [line = ''] = logged(
    log => log.warn({ route: '/orders', err: new Error('a\u001b[2J') }, 'slow'),
    'pretty',
  )
  expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}slow route=\/orders\n {2}Error: a\ufffd\[2J\n {4,}at /)
})

test('for people, a field has no escape sequence and no mark that turns the direction of writing', () => {
  const [line = ''] = logged(log => log.warn({ url: '/a\u001b[2J\u009b2J\u202e' }, 'slow'), 'pretty')
  expect(line).toContain('slow url="/a\\u001b[2J\ufffd2J\ufffd"')
})

test('an announcement is plain for people and a line of JSON for programs, with its link', () => {
  const lines: string[] = []
  const link = `http://127.0.0.1/admin#setup=${token}`
  createAnnouncer({ format: 'json', write: line => lines.push(line) })(
    `\u001b[1mSign in:\u001b[22m\n  ${link}`,
  )
  createAnnouncer({ format: 'pretty', write: line => lines.push(line) })(link)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: `Sign in:\n  ${link}` })
  expect(lines[1]).toBe(`${link}\n`)
})
