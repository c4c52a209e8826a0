import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPictureHost } from '../../server/test/media/picture-host.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  runJson,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, query } from '../store.ts'

afterAll(cleanUp)

test('copying continues after the service is killed, and the command tries again what failed', async () => {
  const host = await startPictureHost()
  onCleanUp(() => host.close())
  const place = { dataDir: readyDataDir(), env: { EGRESS_ALLOW: '127.0.0.0/8' } }
  const service = await startService(place)
  const { store_id } = await createStore(service)
  const pictures = [...Array.from({ length: 8 }, (_, index) => `/${index}.jpg`), '/gone', '/film.mp4']
  const file = join(temporaryFolder(), 'reviews.csv')
  const lines = pictures.map((path, index) => `P-1,5,Text ${index},${host.url}${path}`)
  writeFileSync(file, `product_id,rating,body,pictures\n${lines.join('\n')}\n`)
  // Three never arrive: one less than are fetched at once, so that the others do, whatever their order.
  for (let index = 5; index < 8; index++) host.on(`/${index}.jpg`, () => {})
  const report = await runJson<object>(['review', 'import', '--store', store_id, file], place)
  const hosts = { [new URL(host.url).host]: 9 }
  expect(report).toMatchObject({ imported: 10, pictures: { count: 9, videos: 1, hosts } })
  const copied = async () =>
    (await query(place.dataDir, "select from picture_copies where state = 'copied'", [])).length
  const isBegun = async () => (await copied()) > 0 && host.asked.some(path => /^\/[5-7]\.jpg$/.test(path))
  await waitFor('the first pictures', isBegun)
  service.kill('SIGKILL')
  await service.ended
  const before = await copied()
  for (let index = 5; index < 8; index++) host.on(`/${index}.jpg`, response => host.picture(response))
  const asked = host.asked.length
  await startService(place)
  await waitFor('the other pictures', async () => (await copied()) === 8, 120_000)
  // Nothing that was copied is fetched again.
  expect(host.asked.slice(asked).filter(path => path.endsWith('.jpg')).length).toBeLessThanOrEqual(8 - before)
  const first = await run(['pictures', 'copy', '--store', store_id], place)
  expect([first.code, first.stdout]).toEqual([
    1,
    [
      'Copied 8 pictures, waiting 0, failed 1, videos 1.',
      `  1 not found, such as ${host.url}/gone`,
      'Pictures that are not copied stay at their addresses.',
      '',
    ].join('\n'),
  ])
  host.on('/gone', response => host.picture(response))
  expect(await runJson(['pictures', 'copy', '--store', store_id], place)).toEqual({
    waiting: 0,
    copied: 9,
    failed: 0,
    foreign: 1,
    problems: [],
  })
  const { stdout } = await run(['doctor'], place)
  expect(stdout).toContain('no picture of an import failed to be copied')
})

test('the command says what to do about a store that is not active or not known', async () => {
  const place = { dataDir: readyDataDir() }
  const { store_id } = await runJson<{ store_id: string }>(['store', 'create', '--name', 'Shop'], place)
  await run(['store', 'update', store_id, '--active', 'false'], place)
  const inactive = await run(['pictures', 'copy', '--store', store_id], place)
  expect([inactive.code, inactive.stderr]).toEqual([1, expect.stringContaining('--active true')])
  const missing = await run(['pictures', 'copy'], place)
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--store')])
})
