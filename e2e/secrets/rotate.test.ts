import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stepsOf } from '../docs/pages.ts'
import { examine } from '../examine.ts'
import { cleanUp, readyDataDir, run, startService } from '../service.ts'
import { query } from '../store.ts'

afterEach(cleanUp)

const page = stepsOf('docs/how-to/rotate-the-secret.md').flatMap(step => ('code' in step ? [step.code] : []))
const rotate = ['secret', 'rotate']
const kept = (counts: string) => `erased people and voters: ${counts} were already.`

/** A key of an earlier secret with this id, encrypted under `secret` by an algorithm that writes no more. */
async function keepOutdated(dataDir: string, secret: string, earlier: string): Promise<void> {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(secret, 'former key by chacha20-poly1305'), `${earlier} erased`)
  const id = hmac(hmac(secret, 'id of the secret'), 'chacha20-poly1305').subarray(0, 8)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  const ciphertext = Buffer.concat([cipher.update('k'.repeat(32)), cipher.final()])
  const sealed = Buffer.concat([id, nonce, ciphertext, cipher.getAuthTag()])
  await query(
    dataDir,
    `insert into accounts.former_keys (secret_id, purpose, sealed, kept_at)
    values ('\\x${earlier}', 'erased', '\\x${sealed.toString('hex')}', now())`,
  )
}

test('a secret in the data folder is replaced while the service is stopped, and not while it runs', async () => {
  expect(page.filter(code => code === `./realword ${rotate.join(' ')}`)).toHaveLength(2)
  const dataDir = readyDataDir()
  const service = await startService({ dataDir })
  const file = (name: string) => join(dataDir, name)
  const before = readFileSync(file('secret'), 'utf8')
  const refused = await run(rotate, { dataDir })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop it, run this again')])
  expect(readFileSync(file('secret'), 'utf8')).toBe(before)
  service.kill('SIGINT')
  await service.ended

  const rotated = await run(rotate, { dataDir })
  expect([rotated.code, rotated.stderr]).toEqual([0, ''])
  expect(rotated.stdout).toContain(`Keep ${file('secret.previous')} until`)
  expect(readFileSync(file('secret.previous'), 'utf8')).toBe(before)
  const after = readFileSync(file('secret'), 'utf8')
  expect(after).not.toBe(before)

  // Once more, beside the service: the same rotation, and no further secret.
  const restarted = await startService({ dataDir })
  expect((await run(rotate, { dataDir })).code).toBe(0)
  expect(readFileSync(file('secret'), 'utf8')).toBe(after)
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'ok' })
  await query(dataDir, "update accounts.former_keys set kept_at = now() - interval '9 days'")
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'warning' })
  expect((await run(rotate, { dataDir })).stdout).toContain('The rotation is complete.')
  expect(existsSync(file('secret.previous'))).toBe(false)
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'ok' })
  restarted.kill('SIGINT')
  await restarted.ended
})

test('a secret of the settings is rotated when another is set, or when a value is by another algorithm', async () => {
  const SECRET = 'a secret of the settings, long enough for it'
  const options = { dataDir: readyDataDir(), env: { SECRET } }
  const service = await startService(options)
  const refused = await run(rotate, options)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('SECRET_PREVIOUS is not set')])

  await keepOutdated(options.dataDir, SECRET, '0102030405060708')
  expect((await examine(options)).of('secret')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('1 keys that recognise erased people and voters'),
  })
  const rotated = await run(rotate, options)
  expect([rotated.code, rotated.stderr]).toEqual([0, ''])
  expect(rotated.stdout).toContain(kept('1 encrypted again, 0'))
  expect(rotated.stdout).not.toContain('Keep')
  expect((await examine(options)).of('secret')).toMatchObject({ status: 'ok' })
  expect((await run(rotate, options)).code).toBe(1)
  service.kill('SIGINT')
  await service.ended
})

test('a secret in the data folder stays when only the algorithm is another, and is replaced by the next run', async () => {
  const dataDir = readyDataDir()
  const service = await startService({ dataDir })
  const secret = () => readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const previous = join(dataDir, 'secret.previous')
  const before = secret()
  await keepOutdated(dataDir, before, '0102030405060708')
  const outdated = { status: 'warning', detail: expect.stringContaining('algorithm of an earlier release') }
  expect((await examine({ dataDir })).of('secret')).toMatchObject(outdated)
  const first = await run(rotate, { dataDir })
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain(kept('1 encrypted again, 0'))
  expect(first.stdout).toContain('To replace the secret too, stop Realword')
  expect([secret(), existsSync(previous)]).toEqual([before, false])
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'ok' })
  expect((await run(rotate, { dataDir })).stderr).toContain('Stop it, run this again')
  service.kill('SIGINT')
  await service.ended
  expect((await run(rotate, { dataDir })).code).toBe(0)
  expect([secret() === before, readFileSync(previous, 'utf8').trim()]).toEqual([false, before])

  // And once more while the previous secret is kept: the doctor says it, and the new secret stays.
  const restarted = await startService({ dataDir })
  const after = secret()
  await keepOutdated(dataDir, after, '0807060504030201')
  expect((await examine({ dataDir })).of('secret')).toMatchObject(outdated)
  expect((await run(rotate, { dataDir })).code).toBe(0)
  expect(secret()).toBe(after)
  expect((await examine({ dataDir })).of('secret')).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('rotated.'),
  })
  restarted.kill('SIGINT')
  await restarted.ended
})
