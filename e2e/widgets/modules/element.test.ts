import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Module = typeof import('../../../widgets/elements/element.ts')
type Design = typeof import('../../../widgets/design.ts')

type Sample = InstanceType<Module['Element']> & { size: unknown; label: unknown; inner: unknown }
type Step = [name: string, changes: string[], size?: unknown, label?: unknown]

declare global {
  interface Window {
    steps: Step[]
    one: Sample
    given: () => boolean[]
  }
}

const pages = new ModulePages()

/** A page with `html`, and then with <x-sample>, a small subclass that logs its renderings. `one` is the first. */
async function open(html = '<x-sample></x-sample>', prepare?: (page: Page) => Promise<unknown>) {
  const page = await pages.open(html, prepare)
  await page.evaluate(() => {
    Object.assign(window, { steps: [], one: document.querySelector('x-sample') })
  })
  const module = await load<Module>(page, 'elements/element.ts')
  await module.evaluate(({ Element }) => {
    class Sample extends Element {
      static override properties = {
        size: { attribute: 'data-size', read: Number, initial: 1 },
        label: { attribute: 'data-label' },
        inner: { initial: 'none' },
      }
      static override styles = [':host{--_sample:styled}']
      declare size: unknown
      declare label: unknown
      override connectedCallback() {
        super.connectedCallback()
        window.given = () => ['size', 'label', 'inner'].map(name => this.isGiven(name))
      }
      override willUpdate(changes: ReadonlySet<string>) {
        window.steps.push(['willUpdate', [...changes]])
      }
      override draw() {
        this.useDesign()
        window.steps.push(['draw', [], this.size, this.label])
      }
      override updated(changes: ReadonlySet<string>) {
        window.steps.push(['updated', [...changes]])
      }
    }
    customElements.define('x-sample', Sample)
  })
  return { page, module, drawn: () => page.evaluate(() => window.steps.splice(0)) }
}

const drawing = (changes: string[], size: unknown = 1, label?: unknown): Step[] => [
  ['willUpdate', changes],
  ['draw', [], size, label],
  ['updated', changes],
]

test('element: it is drawn once when it is connected, with the initial values', async () => {
  const { page, drawn } = await open()
  expect(await drawn()).toEqual(drawing([]))
  expect(await page.evaluate(() => [window.one.inner, ...window.given()])).toEqual([
    'none',
    false,
    false,
    false,
  ])
  expect(await page.evaluate(() => getComputedStyle(window.one).getPropertyValue('--_sample'))).toBe('styled')
})

test('element: attributes are read, and without them the initial values return', async () => {
  const { page, drawn } = await open('<x-sample data-size="7" data-label="7" lang="de"></x-sample>')
  expect(await drawn()).toEqual(drawing(['size', 'label', 'lang'], 7, '7'))
  await page.evaluate(() => {
    window.one.removeAttribute('data-size')
    window.one.removeAttribute('data-label')
  })
  expect(await drawn()).toEqual(drawing(['size', 'label']))
  await page.evaluate(() => window.one.setAttribute('lang', 'pt'))
  expect(await drawn()).toEqual(drawing(['lang']))
  await page.evaluate(() => window.one.setAttribute('data-other', 'x'))
  expect(await drawn()).toEqual([])
})

test('element: the browser watches the attributes of the properties, and lang', async () => {
  const { page } = await open()
  expect(
    await page.evaluate(() => Object.getOwnPropertyNames(customElements.get('x-sample')?.prototype)),
  ).toEqual(expect.arrayContaining(['size', 'label', 'inner']))
  // Also when it is read once more, as by a second entry script that shares the class.
  const watched = () =>
    page.evaluate(() => (customElements.get('x-sample') as unknown as Module['Element']).observedAttributes)
  expect(await watched()).toEqual(['data-size', 'data-label', 'lang'])
  expect(await watched()).toEqual(['data-size', 'data-label', 'lang'])
  // As those of LitElement, which its interface resembles.
  expect(
    await page.evaluate(() => {
      const names = []
      for (const name in window.one) names.push(name)
      return names
    }),
  ).toEqual(expect.arrayContaining(['size', 'label', 'inner']))
})

test('element: all changes of a task are drawn once, and equal values not at all', async () => {
  const { page, drawn } = await open()
  await drawn()
  await page.evaluate(() => {
    Object.assign(window.one, { size: 2, label: 'a' })
    window.one.size = 3
  })
  expect(await drawn()).toEqual(drawing(['size', 'label'], 3, 'a'))
  await page.evaluate(() => Object.assign(window.one, { size: 3, label: 'a' }))
  expect(await drawn()).toEqual([])
  await page.evaluate(() => Object.assign(window.one, { size: Number.NaN }))
  await page.evaluate(() => Object.assign(window.one, { size: Number.NaN }))
  expect(await drawn()).toEqual(drawing(['size'], Number.NaN, 'a'))
  expect(await page.evaluate(() => window.given())).toEqual([true, true, false])
})

test('element: rendering can be requested and awaited', async () => {
  const { page } = await open()
  const steps = await page.evaluate(async () => {
    await window.one.updateComplete // nothing is to be drawn
    const isIdlePromise = window.one.updateComplete instanceof Promise
    window.steps = []
    window.one.requestUpdate()
    window.one.requestUpdate()
    const before = window.steps.length
    const waiting = window.one.updateComplete
    await waiting
    return { isIdlePromise, before, isPromise: waiting instanceof Promise, steps: window.steps }
  })
  expect(steps).toEqual({ isIdlePromise: true, before: 0, isPromise: true, steps: drawing([]) })
})

test('element: one that left the page is drawn when it comes back, with all its changes', async () => {
  const { page, drawn } = await open()
  await drawn()
  await page.evaluate(() => {
    window.one.size = 2
    window.one.remove()
  })
  await page.evaluate(() => Object.assign(window.one, { label: 'a' }))
  expect(await drawn()).toEqual([])
  await page.evaluate(() => document.body.append(window.one))
  expect(await drawn()).toEqual(drawing(['size', 'label'], 2, 'a'))
})

test('element: properties that scripts set before the definition are kept', async () => {
  const { page, drawn } = await open('<x-sample data-label="a"></x-sample>', page =>
    page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () =>
        Object.assign(document.querySelector('x-sample') ?? {}, { size: 5 }),
      ),
    ),
  )
  expect(await drawn()).toEqual(drawing(['label', 'size'], 5, 'a'))
  await page.evaluate(() => Object.assign(window.one, { size: 6 }))
  expect(await drawn()).toEqual(drawing(['size'], 6, 'a'))
  expect(await page.evaluate(() => Object.keys(window.one))).not.toContain('size')
})

test('element: a shadow tree that a server rendered stays', async () => {
  const { page } = await open(
    '<x-sample><template shadowrootmode="open"><b>Rendered</b></template></x-sample>',
  )
  expect(
    await page.evaluate(() => [
      window.one.renderRoot === window.one.shadowRoot,
      window.one.shadowRoot?.textContent,
    ]),
  ).toEqual([true, 'Rendered'])
})

test('element: the saved design fills what the page leaves open', async () => {
  const attributes = {
    'x-sample': { 'data-size': '4', 'data-label': 'saved' },
    'x-other': { 'data-size': '9' },
  }
  const { page, drawn } = await open('<x-sample></x-sample>', page =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.storeId = 'S-1'
        document.documentElement.dataset.apiUrl = 'https://api.test'
      })
    }),
  )
  expect(await drawn()).toEqual(drawing([]))
  const design = await load<Design>(page, 'design.ts')
  const save = (saved: unknown) =>
    design.evaluate(
      ({ saveDesign }, saved) => {
        saveDesign({ api: 'https://api.test/', storeId: 'S-1' }, saved)
        window.one.requestUpdate()
      },
      saved as Record<string, unknown>,
    )
  const looks = () =>
    page.evaluate(() => {
      const style = getComputedStyle(window.one)
      return ['--_sample', '--_rw-star-color'].map(name => style.getPropertyValue(name))
    })
  await save({ variables: { '--rw-star-color': '#112233' }, attributes })
  expect(await drawn()).toEqual(drawing([], 4, 'saved'))
  expect(await looks()).toEqual(['styled', '#112233'])
  expect(await page.evaluate(() => window.given())).toEqual([false, false, false])

  // What the page says overrides it, until the page says it no longer.
  await page.evaluate(() => window.one.setAttribute('data-size', '8'))
  expect(await drawn()).toEqual(drawing(['size'], 8, 'saved'))
  await page.evaluate(() => window.one.removeAttribute('data-size'))
  expect(await drawn()).toEqual(drawing(['size'], 4, 'saved'))

  // Another design replaces all of it, and texts alone are attributes.
  await save({ variables: {}, attributes: { 'x-sample': { 'data-size': 5, 'data-label': 'other' } } })
  expect(await drawn()).toEqual(drawing([], 1, 'other'))
  expect(await looks()).toEqual(['styled', ''])
  await save({ attributes: { 'x-other': { 'data-size': '9' } } })
  expect(await drawn()).toEqual(drawing([]))

  await save({ variables: { '--rw-star-color': '#445566' }, attributes })
  expect((await drawn())[1]).toEqual(['draw', [], 4, 'saved'])
  await save(null)
  expect(await drawn()).toEqual(drawing([]))
  expect(await looks()).toEqual(['styled', ''])
})

test('element: an event for the page leaves shadow trees', async () => {
  const { module } = await open('<div id="outer"></div>')
  const heard = await module.evaluate(({ notifyPage }) => {
    const heard: unknown[] = []
    const inner = document.createElement('p')
    const outer = document.querySelector('#outer') as HTMLElement
    outer.attachShadow({ mode: 'open' }).append(inner)
    document.addEventListener('rw-load', event => {
      heard.push([(event as CustomEvent).detail, (event.target as HTMLElement).id])
    })
    notifyPage(inner, 'rw-load', { count: 3 })
    notifyPage(inner, 'rw-load')
    return heard
  })
  expect(heard).toEqual([
    [{ count: 3 }, 'outer'],
    [null, 'outer'],
  ])
})
