import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { home, load, ModulePages } from './modules.ts'

type History = typeof import('../../../widgets/elements/reviews/dialogs/history.ts')
type Swipes = typeof import('../../../widgets/elements/reviews/dialogs/swipe.ts')

const pages = new ModulePages()

/** A page on which a dialog has just opened. */
async function openDialog(state: unknown = null) {
  const page = await pages.open()
  await page.evaluate(state => history.replaceState(state, ''), state)
  const module = await load<History>(page, 'elements/reviews/dialogs/history.ts')
  await module.evaluate(({ closeOnBack }) => {
    const seen = Object.assign(window, { closes: 0, isGone: false, ended: new AbortController() })
    const close = () => {
      seen.closes++
      seen.ended.abort()
    }
    closeOnBack(close, seen.ended.signal).then(() => {
      seen.isGone = true
    })
  })
  return page
}

const stateOf = (page: Page) => page.evaluate(() => history.state as Record<string, unknown> | null)

test('history: a dialog adds a step with the state of the page, at the same address', async () => {
  const page = await openDialog({ page: 7 })
  expect(await stateOf(page)).toEqual({ page: 7, rwDialog: expect.stringMatching(/^0\.\d+$/) })
  expect(await page.evaluate('history.length')).toBe(3)
  expect(page.url()).toBe(home)
})

test('history: back closes the dialog once, and the state is that of the page', async () => {
  const page = await openDialog({ page: 7 })
  await page.evaluate('history.back()')
  await expect.poll(() => page.evaluate('isGone')).toBe(true)
  expect(await page.evaluate('closes')).toBe(1)
  expect(await stateOf(page)).toEqual({ page: 7 })
  await page.evaluate(`addEventListener('popstate', () => closes += 10, { once: true }); history.forward()`)
  await expect.poll(() => page.evaluate('closes')).toBe(11)
})

test('history: a dialog that closes by itself takes its step along', async () => {
  const page = await openDialog()
  await page.evaluate('ended.abort()')
  await expect.poll(() => page.evaluate('isGone')).toBe(true)
  expect(await stateOf(page)).toBeNull()
  expect(await page.evaluate('closes')).toBe(0)
})

test.each([
  ['another state', { page: 8 }],
  ['no state', null],
])('history: a page that has gone on, with %s, stays there', async (_, state) => {
  const page = await openDialog({ page: 7 })
  await page.evaluate(state => history.pushState(state, '', '#next'), state)
  await page.evaluate('ended.abort()')
  await expect.poll(() => page.evaluate('isGone')).toBe(true)
  expect(await stateOf(page)).toEqual(state)
  expect(page.url()).toBe(`${home}#next`)
})

/** A stage of 400 px, with a button in its left corner. */
async function openStage() {
  const page = await pages.open(
    '<div id="stage" tabindex="0" style="position:absolute;inset:0 auto auto 0;width:400px;height:200px"><button>Close</button></div>',
  )
  const module = await load<Swipes>(page, 'elements/reviews/dialogs/swipe.ts')
  await module.evaluate(({ swiping }) => {
    const turns: number[] = []
    Object.assign(window, { turns })
    const stage = document.querySelector('#stage') as HTMLElement
    const swipe = swiping(right => turns.push(right))
    for (const kind of ['down', 'move', 'up', 'cancel'] as const)
      stage.addEventListener(`pointer${kind}`, swipe[kind])
    stage.addEventListener('keydown', swipe.key)
  })
  const look = () =>
    page
      .locator('#stage')
      .evaluate(({ classList, style }) => [classList.contains('held'), style.getPropertyValue('--drag')])
  const drag = async (from: number, to: number, button: 'left' | 'right' = 'left') => {
    await page.mouse.move(from, from < 20 ? 8 : 100)
    await page.mouse.down({ button })
    await page.mouse.move(to, 100)
    const held = await look()
    await page.mouse.up({ button })
    return held
  }
  return { page, drag, look, turns: () => page.evaluate('turns') }
}

test('swipe: to the left turns to the right, and to the right to the left', async () => {
  const { drag, look, turns } = await openStage()
  expect(await drag(300, 200)).toEqual([true, '-100px'])
  expect(await look()).toEqual([false, '0px'])
  expect(await drag(200, 300)).toEqual([true, '100px'])
  expect(await turns()).toEqual([1, -1])
})

test('swipe: 41 px turn, and 40 do not', async () => {
  const { drag, look, turns } = await openStage()
  await drag(200, 160)
  await drag(200, 240)
  expect(await turns()).toEqual([])
  expect(await look()).toEqual([false, '0px'])
  await drag(200, 159)
  expect(await turns()).toEqual([1])
})

test('swipe: goes on outside of the stage', async () => {
  const { page, drag, turns } = await openStage()
  await page.mouse.move(300, 100)
  await page.mouse.down()
  await page.mouse.move(200, 100)
  await page.mouse.move(200, 500)
  await page.mouse.up()
  expect(await turns()).toEqual([1])
  await drag(300, 299)
  expect(await turns()).toEqual([1])
})

test('swipe: buttons keep their clicks, and another button of the mouse drags nothing', async () => {
  const { page, drag, turns } = await openStage()
  expect(await drag(10, 300)).toEqual([false, ''])
  expect(await drag(300, 100, 'right')).toEqual([false, ''])
  await page.mouse.move(350, 100)
  await page.mouse.move(100, 100)
  expect(await turns()).toEqual([])
})

test('swipe: one that the browser cancels turns nothing', async () => {
  const { page, turns } = await openStage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  await page.mouse.move(300, 100)
  await page.mouse.down()
  await page.mouse.move(100, 100)
  await page.locator('#stage').evaluate(stage => {
    const of = (type: string, pointerId: number, clientX: number) =>
      stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, isPrimary: true }))
    of('pointerup', 99, 0) // of another finger
    of('pointercancel', 1, 0)
  })
  await page.mouse.up()
  expect(await turns()).toEqual([])
  expect(errors).toEqual([])
})

test('swipe: arrow keys turn, and no other key', async () => {
  const { page, turns } = await openStage()
  await page.locator('#stage').focus()
  for (const key of ['ArrowLeft', 'ArrowUp', 'a', 'ArrowRight']) await page.keyboard.press(key)
  expect(await turns()).toEqual([-1, 1])
})
