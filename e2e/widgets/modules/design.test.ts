import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Designs = typeof import('../../../widgets/design.ts')
type Config = typeof import('../../../widgets/config.ts')

const pages = new ModulePages()

const store = { api: 'https://api.test/', storeId: 'S-1' }
const key = 'realword:design:S-1@https://api.test/'
const red = {
  variables: { '--rw-star-color': 'red' },
  attributes: { 'rw-rating': { 'data-theme': 'compact' } },
}

async function open(stored?: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const page = await pages.open('', async page => {
    if (stored !== undefined)
      await page.addInitScript(
        ([key, text]) => localStorage.setItem(key as string, text as string),
        [key, stored],
      )
    await prepare(page)
  })
  const designs = await load<Designs>(page, 'design.ts')
  const config = await load<Config>(page, 'config.ts')
  await config.evaluate(({ onSettings }) => {
    const counts = Object.assign(window, { notified: 0 })
    onSettings(() => void counts.notified++, new AbortController().signal)
  })
  return {
    designs,
    save: (design: unknown, of = store) =>
      designs.evaluate(({ saveDesign }, [of, design]) => saveDesign(of, design), [of, design] as const),
    /** The rule and the attributes of the saved design. */
    read: (of = store) =>
      designs.evaluate(({ designOf }, of) => {
        const design = designOf(of)
        return design && { css: design.sheet.cssRules[0]?.cssText, attributes: design.attributes }
      }, of),
    notified: () => page.evaluate('notified'),
    stored: () => page.evaluate(key => localStorage.getItem(key), key),
  }
}

const css = ':host { --_rw-star-color: red; }'

test('design: a saved design has its variables and attributes, and all elements are notified', async () => {
  const { save, read, notified, stored } = await open()
  expect(await read()).toBeUndefined()
  await save(red)
  expect(await read()).toEqual({ css, attributes: red.attributes })
  expect(await read({ ...store, storeId: 'S-2' })).toBeUndefined()
  expect(await notified()).toBe(1)
  expect(JSON.parse((await stored()) ?? '')).toEqual(red)
})

test('design: the same design again changes nothing, and another one does', async () => {
  const { save, read, notified } = await open()
  await save(red)
  await save({ ...red })
  expect(await notified()).toBe(1)
  await save({ ...red, attributes: {} })
  expect(await notified()).toBe(2)
  expect(await read()).toEqual({ css, attributes: {} })
})

test('design: that of an earlier page applies, without a notification when the service sends it', async () => {
  const { save, read, notified } = await open(JSON.stringify(red))
  expect(await read()).toEqual({ css, attributes: red.attributes })
  await save(red)
  expect(await notified()).toBe(0)
})

test('design: a response is compared with that of an earlier page, also before any element has drawn', async () => {
  const { save, notified } = await open(JSON.stringify(red))
  await save(red)
  expect(await notified()).toBe(0)
})

test('design: a response without a design forgets it', async () => {
  const { save, read, notified, stored } = await open(JSON.stringify(red))
  await save(undefined)
  expect(await read()).toBeUndefined()
  expect(await stored()).toBeNull()
  expect(await notified()).toBe(1)
})

test('design: a store without one notifies nobody', async () => {
  const { save, notified, stored } = await open()
  await save(undefined)
  await save(null)
  expect(await notified()).toBe(0)
  expect(await stored()).toBeNull()
})

test('design: all elements share its stylesheet', async () => {
  const { designs, save } = await open()
  await save(red)
  await save(red, { ...store, storeId: 'S-2' })
  const shared = designs.evaluate(({ designOf }, store) => {
    const [one, two] = [designOf(store), designOf({ ...store, storeId: 'S-2' })]
    return one !== undefined && one === designOf(store) && one === two
  }, store)
  expect(await shared).toBe(true)
})

test.each(['{', 'null', '"red"'])('design: a storage that holds %s leaves all open', async text => {
  const { read } = await open(text)
  expect(await read()).toEqual({ css: ':host { }', attributes: {} })
})

test('design: a blocked storage keeps it until the page closes', async () => {
  const { save, read, notified } = await open(undefined, page =>
    page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      }),
    ),
  )
  expect(await read()).toBeUndefined()
  await save(red)
  expect(await read()).toEqual({ css, attributes: red.attributes })
  expect(await notified()).toBe(1)
})
