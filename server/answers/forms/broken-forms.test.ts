import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anAskedBuyer, postFiles } from '../../test/forms.ts'
import { aPicture } from '../../test/media/pictures.ts'
import { filled, good, readReviews } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(() => service.close())

const asked = () => anAskedBuyer(service, owner)

const stored = (address: string) => readReviews(service, address)

describe('broken submissions', () => {
  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'an end that never comes',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="rating-0"\r\n\r\n5',
    ],
    ['JSON', 'application/json', '{}'],
    ['a file without a form', 'image/jpeg', 'x'],
    ['a header without an end', 'multipart/form-data; boundary=x', `--x\r\n${'a'.repeat(100_000)}`],
  ])('%s is answered with a page', async (_, type, body) => {
    const { link, address } = await asked()
    const response = await fetch(link, { method: 'POST', headers: { 'content-type': type }, body })
    const html = await response.text()
    expect(html).toContain('<!doctype html>')
    expect([400, 422]).toContain(response.status)
    expect(await stored(address)).toEqual([])
  })

  test('fields named like built-in properties of JavaScript are ordinary fields', async () => {
    const { link, products, address } = await asked()
    const odd: [string, string][] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(name => [
      name,
      'x',
    ])
    const { status } = await postFiles(link, [...filled(products, good), ...odd])
    expect([303, 400]).toContain(status)
    expect((await stored(address)).length).toBe(status === 303 ? 1 : 0)
  })

  test('more fields than a form has are refused', async () => {
    const { link } = await asked()
    const many = Array.from({ length: 9_000 }, (_, index): [string, string] => [`x${index}`, ''])
    expect((await postFiles(link, many)).status).toBe(413)
  })

  test('an interrupted picture leaves no file behind', async () => {
    const { link } = await asked()
    // A separate folder, because other tests upload at the same time.
    const folder = mkdtempSync(join(tmpdir(), 'realword-cut-off-'))
    const usual = process.env.TMPDIR
    process.env.TMPDIR = folder
    onTestFinished(() => {
      if (usual === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = usual
      rmSync(folder, { recursive: true })
    })
    const start = '--x\r\nContent-Disposition: form-data; name="pictures-0"; filename="a.jpg"\r\n\r\n'
    const picture = Buffer.from(await (await aPicture()).arrayBuffer())
    const body = new Uint8Array(Buffer.concat([Buffer.from(start), picture]))
    const response = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
    expect(response.status).toBe(400)
    expect(readdirSync(folder)).toEqual([])
  })
})
