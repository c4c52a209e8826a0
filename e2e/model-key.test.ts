import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer } from '../server/test/model-server.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  runJson,
  runWithInput,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { createStore } from './store.ts'

afterEach(cleanUp)

test('a model gets the key that a command read from a file or standard input', async () => {
  const model = await startModelServer()
  onCleanUp(model.close)
  const service = await startService({ dataDir: readyDataDir(), env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  const { store_id, store_key } = await createStore(service)
  const folder = temporaryFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const modelKey = (...flags: string[]) => run(['store', 'model-key', store_id, ...flags], service)
  const good = file('key.txt', 'sk-of-a-file\n')

  expect(await modelKey('--key-file', good)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`./realword store update ${store_id} --model-url`),
  })
  await run(
    [
      ...['store', 'update', store_id, '--model-url', model.url, '--model-name', 'small'],
      ...['--model-monthly-limit', '5', '--translate-reviews', 'true'],
    ],
    service,
  )
  expect(await modelKey()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('either --key-file or --remove'),
  })
  for (const [name, text, said] of [
    ['empty.txt', ' \n', 'The key is empty.'],
    ['two.txt', 'sk-one sk-two', 'This is not a key'],
    ['long.txt', 'k'.repeat(501), 'This is not a key'],
  ] as const) {
    const { code, stderr } = await modelKey('--key-file', file(name, text))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(said) })
    expect(stderr).not.toContain('sk-')
  }
  expect(await modelKey('--key-file', join(folder, 'none.txt'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Cannot read the key'),
  })

  const reviews = 'product_id,rating,body,created_at\nP-1,5,Heats fast and does not leak at all.,2026-01-05\n'
  await run(['review', 'import', '--store', store_id, file('reviews.csv', reviews)], service)
  const keys = `store_id=${store_id}&store_key=${store_key}`
  const published = await waitFor('the review', async () => {
    const list = await fetch(`${service.url}/api/v1/reviews.json?product_id=P-1&${keys}`)
    return ((await list.json()) as { result: { id: string }[] }).result[0]
  })
  const receivedFor = async (locale: string) => {
    const path = `/api/v1/reviews/${published.id}/translations?${keys}`
    const headers = { 'content-type': 'application/json' }
    await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify({ locale }) })
    return model.asked.at(-1)?.headers.authorization
  }

  const saved = await modelKey('--key-file', good)
  expect(saved).toMatchObject({
    code: 0,
    stdout: `The key was saved. Only ${new URL(model.url).origin} will receive it.\n`,
  })
  expect(await receivedFor('de')).toBe('Bearer sk-of-a-file')
  const fromInput = ['store', 'model-key', store_id, '--key-file', '-', '--json']
  const { stdout } = await runWithInput(fromInput, 'sk-of-a-pipe', service)
  expect(JSON.parse(stdout)).toEqual({ store_id, key: 'set', origin: new URL(model.url).origin })
  expect(await receivedFor('ja')).toBe('Bearer sk-of-a-pipe')
  expect(await runJson(['store', 'model-key', store_id, '--remove'], service)).toMatchObject({ key: 'none' })
  expect(await receivedFor('fr')).toBeUndefined()
})
