import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Clamd, marker, startClamd } from '../../../test/network/clamd.ts'
import { freePort, listen } from '../../../test/network/listen.ts'
import { checkScanner } from '../../../upkeep/doctor/external/scanner-check.ts'
import { readClamdAddress, scanBytes } from './clamd.ts'

let clamd: Clamd
beforeAll(async () => {
  clamd = await startClamd()
})
afterAll(() => clamd.close())
beforeEach(() => {
  clamd.mode = 'on'
  clamd.version = 'ClamAV 1.4.3/27465/Fri Feb 26 10:00:00 2027'
})

test('an address is that of a port or of a socket', () => {
  expect(readClamdAddress('tcp://clamav')).toEqual({ host: 'clamav', port: 3310 })
  expect(readClamdAddress('tcp://[::1]:9')).toEqual({ host: '::1', port: 9 })
  expect(readClamdAddress('unix:/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
})

test('bytes arrive whole, and what is found has its name', async () => {
  const bytes = Buffer.concat([Buffer.alloc(700_000, 1), Buffer.from(marker)])
  expect(await scanBytes(clamd.url, [bytes, Buffer.alloc(3)])).toBe('Test.Marker.UNOFFICIAL')
  expect(clamd.scanned.at(-1)).toEqual(Buffer.concat([bytes, Buffer.alloc(3)]))
  expect(await scanBytes(clamd.url, [])).toBeUndefined()
})

test('a clamd that is silent, resets or is not there is named', async () => {
  clamd.mode = 'silent'
  const scan = (url = clamd.url, limits = {}) => scanBytes(url, [Buffer.from('x')], limits)
  const silent = scan(clamd.url, { silence: 50 })
  await expect(silent).rejects.toMatchObject({ why: 'silent', message: expect.stringContaining('in time') })
  clamd.mode = 'reset'
  await expect(scan()).rejects.toMatchObject({ why: 'other', message: expect.stringContaining(clamd.url) })
  const nobody = `tcp://127.0.0.1:${await freePort()}`
  await expect(scan(nobody)).rejects.toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
})

test('an answer without an end is not read for ever', async () => {
  const other = await listen(
    createServer(socket => void socket.write('x'.repeat(5_000))),
    'tcp',
  )
  onTestFinished(() => other.close())
  await expect(scanBytes(other.url, [], { silence: 5_000 })).rejects.toMatchObject({
    message: expect.stringContaining('does not speak its protocol'),
  })
})

test('OK before the end of a file is no verdict', async () => {
  clamd.mode = 'early'
  function* endless() {
    for (;;) yield Buffer.alloc(1_000)
  }
  await expect(scanBytes(clamd.url, endless())).rejects.toMatchObject({
    why: 'other',
    message: expect.stringContaining('before it had the whole file: stream: OK'),
  })
})

test('a slow storage is not the silence of clamd', async () => {
  const silent = await startClamd()
  onTestFinished(() => silent.close())
  silent.mode = 'silent'
  async function* slow() {
    yield Buffer.from('x')
    // Takes as long as a silence that fails.
    await scanBytes(silent.url, [], { silence: 2_000 }).catch(() => {})
    yield Buffer.from(marker)
  }
  expect(await scanBytes(clamd.url, slow(), { silence: 1_000 })).toBe('Test.Marker.UNOFFICIAL')
})

test('an error of the bytes is thrown as it is', async () => {
  async function* broken() {
    yield Buffer.from('x')
    throw new RangeError('part 1 is missing')
  }
  await expect(scanBytes(clamd.url, broken())).rejects.toThrow(RangeError)
})

test('the doctor names the setting of clamd that is wrong', async () => {
  const now = Date.parse('2027-03-01T12:00:00Z')
  const check = (time = now) => checkScanner({ CLAMD_URL: clamd.url }, () => time)
  expect(await check()).toMatchObject({ status: 'ok', detail: expect.stringContaining('ClamAV 1.4.3') })
  expect(await check(now + 8 * 86_400_000)).toMatchObject({ detail: expect.stringContaining('11 days old') })
  clamd.version = 'ClamAV 1.4.3'
  expect(await check()).toMatchObject({ status: 'warning', detail: expect.stringContaining('freshclam') })
  clamd.mode = 'large'
  expect(await check()).toMatchObject({ status: 'error', detail: expect.stringContaining('StreamMaxLength') })
  clamd.mode = 'reset'
  expect(await check()).toMatchObject({ status: 'error', detail: expect.stringContaining('are refused') })
  expect(await checkScanner({ CLAMD_URL: undefined }, () => now)).toMatchObject({ status: 'ok' })
})
