import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { makeStore } from '../make-store.ts'
import {
  checkout,
  cleanUp,
  endAtOnce,
  newDataDir,
  postmasterOf,
  readyDataDir,
  type Service,
  startService,
  waitFor,
} from '../service.ts'
import { isRefused, slowPost } from '../slow-post.ts'
import { headersOf, orderText, post, query } from '../store.ts'

afterEach(cleanUp)

const logOf = (dataDir: string) => readFileSync(join(dataDir, 'postgres.log'), 'utf8')

/** Expects the requested exit, with PostgreSQL stopped cleanly. */
async function expectCleanEnd(service: Service, code = 0): Promise<void> {
  const ended = await service.ended
  expect(ended.code, ended.stdout + ended.stderr).toBe(code)
  await expectCleanStop(service)
}

// PostgreSQL removes its lock file first, and logs the shutdown a moment later.
async function expectCleanStop({ dataDir }: Service): Promise<void> {
  await waitFor('PostgreSQL to end', () => postmasterOf(dataDir) === undefined)
  await waitFor('its last word', () => /database system is shut down\s*$/.test(logOf(dataDir)))
}

describe('start', () => {
  test('creates a database the first time, finds its orders at a later start, and ends at SIGTERM and SIGHUP', async () => {
    const dataDir = newDataDir()
    const first = await startService({ dataDir })
    const store = await makeStore({ dataDir })
    expect((await post(first.url, store, orderText('kept'))).status).toBe(201)
    first.kill('SIGTERM')
    await expectCleanEnd(first)

    const later = await startService({ dataDir })
    expect((await post(later.url, store, orderText('kept'))).status).toBe(422)
    expect((await fetch(`${later.url}/health/ready`)).status).toBe(200)
    // Only --demo serves the demo's shop.
    expect((await fetch(`${later.url}/demo`)).status).toBe(404)
    const slow = slowPost(later.url, headersOf(store), orderText('slow'))
    await slow.begun
    // A closed terminal sends SIGHUP, which completes the request too.
    later.kill('SIGHUP')
    await waitFor('new connections to be refused', () => isRefused(later.url))
    slow.finish()
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
    await expectCleanEnd(later)
    expect(logOf(dataDir)).not.toContain('not properly shut down')
  })
})

describe('SIGTERM', () => {
  test('completes a request in flight with 201 before PostgreSQL stops, although callers keep connections busy', async () => {
    const service = await startService({ dataDir: readyDataDir() })
    const store = await makeStore(service)
    const slow = slowPost(service.url, headersOf(store), orderText('slow'))
    await slow.begun
    // Load balancers keep idle connections in reserve, which must not delay the shutdown.
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1')
    await once(silent, 'connect')
    const answers: number[] = []
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      for (let turn = 0; ; turn++) {
        const answer = await post(service.url, store, orderText(`${caller}-${turn}`)).catch(() => undefined)
        if (!answer) return
        answers.push(answer.status)
      }
    })
    await waitFor('some orders', () => answers.length > 20)
    service.kill('SIGTERM')
    // New connections are refused from now on, so the signal has arrived.
    await waitFor('new connections to be refused', () => isRefused(service.url))
    expect(postmasterOf(service.dataDir)).toBeDefined()
    slow.finish()
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
    await expectCleanEnd(service)
    await Promise.all(callers)
    silent.destroy()
    expect(new Set(answers)).toEqual(new Set([201]))

    const again = await startService(service)
    expect((await post(again.url, store, orderText('slow'))).status).toBe(422)
    const [row] = await query<{ n: number }>(again.dataDir, 'select count(*)::integer as n from orders')
    expect(row?.n).toBe(answers.length + 1)
    again.kill('SIGTERM')
    await expectCleanEnd(again)
  })
})

describe('SIGINT', () => {
  test('sent twice does not wait for requests, and PostgreSQL still stops cleanly', async () => {
    const service = await startService({ dataDir: readyDataDir() })
    const store = await makeStore(service)
    const slow = slowPost(service.url, headersOf(store), orderText('never finished'))
    slow.answer.catch(() => {})
    await slow.begun
    service.kill('SIGINT')
    await waitFor('new connections to be refused', () => isRefused(service.url))
    await endAtOnce(service, 'SIGINT')
    await expectCleanEnd(service, 1)
  })
})

describe('npm start', () => {
  test('ends all its processes by SIGTERM, and by SIGINT from a terminal after a request in flight', async () => {
    const dataDir = readyDataDir()
    const first = await startService({ dataDir, program: 'npm' })
    expect(postmasterOf(dataDir)).toBeDefined()
    first.kill('SIGTERM')
    await first.ended
    await expectCleanStop(first)
    await expect(fetch(`${first.url}/health/live`)).rejects.toThrow()

    const service = await startService({ dataDir, program: 'npm' })
    const store = await makeStore(service)
    const slow = slowPost(service.url, headersOf(store), orderText('slow'))
    await slow.begun
    process.kill(-service.pid, 'SIGINT')
    await waitFor('new connections to be refused', () => isRefused(service.url))
    slow.finish()
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
    await service.ended
    await expectCleanStop(service)
  })
})

test('who closes an embedded database waits for nothing after PostgreSQL has stopped', async () => {
  const dataDir = readyDataDir()
  const place = JSON.stringify(join(checkout, 'server/foundation/database/open.ts'))
  const program = `
    const { openDatabase } = await import(${place})
    const opened = await openDatabase({ embedded: { dataDir: ${JSON.stringify(dataDir)} } })
    await opened.close()
    console.log(process.getActiveResourcesInfo().filter(name => name === 'Timeout').length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout).toBe('0\n')
  expect(postmasterOf(dataDir)).toBeUndefined()
})
