import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Define = typeof import('../../../widgets/define.ts')
type Root = typeof import('../../../widgets/elements/root.ts')
type Element = typeof import('../../../widgets/elements/element.ts')
type Lazy = import('../../../widgets/define.ts').LazyElement

declare global {
  interface Window {
    /** What the loaded class was told, with the id of the element. */
    told: string[]
    loads: number
    /** Ends the oldest load, which fails without the class. */
    arrive: (isThere?: boolean) => void
    type: Lazy
  }
}

const pages = new ModulePages()

/** A page with <x-lazy>, which is loaded as soon as a test calls `arrive`. */
async function open(html: string, room?: string) {
  const page = await pages.open(html)
  const errors: string[] = []
  const logged: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && logged.push(message.text()))
  await usePlainClass(page)
  const define = await load<Define>(page, 'define.ts')
  await define.evaluate(({ defineLazily }, room) => {
    const waiting: PromiseWithResolvers<Lazy>[] = []
    Object.assign(window, {
      told: [],
      loads: 0,
      arrive: (isThere = true) => {
        const first = waiting.shift()
        if (isThere) first?.resolve(window.type)
        else first?.reject(new Error('offline'))
      },
    })
    const load = () => {
      window.loads++
      const one = Promise.withResolvers<Lazy>()
      waiting.push(one)
      return one.promise
    }
    const properties = { size: { attribute: 'data-size' }, inner: {} }
    if (room) defineLazily('x-lazy', properties, load, room)
    else defineLazily('x-lazy', properties, load)
  }, room)
  return {
    page,
    errors,
    logged,
    arrive: (isThere = true) => page.evaluate(isThere => window.arrive(isThere), isThere),
    told: () => page.evaluate(() => window.told.splice(0)),
    loads: () => page.evaluate(() => window.loads),
    minHeight: (selector: string) => page.$eval(selector, one => getComputedStyle(one).minHeight),
  }
}

/** A class that logs its lifecycle. A private field proves that an element is constructed. */
async function usePlainClass(page: Page): Promise<void> {
  const root = await load<Root>(page, 'elements/root.ts')
  await root.evaluate(({ Root }) => {
    class Plain extends Root {
      static observedAttributes = ['data-size', 'lang']
      #isThere = true
      constructor() {
        super()
        this.#tell('constructed')
      }
      connectedCallback() {
        this.#tell('connected')
        if (this.dataset.removes) document.querySelector(this.dataset.removes)?.remove()
      }
      disconnectedCallback() {
        this.#tell('disconnected')
      }
      attributeChangedCallback(name: string, before: string | null, after: string | null) {
        this.#tell(`${name} ${before} ${after}`)
      }
      #tell(what: string) {
        if (this.#isThere) window.told.push(`${this.id || '?'} ${what}`)
      }
    }
    window.type = Plain
  })
}

test('define: the first definition of a name stays', async () => {
  const page = await pages.open('<x-one></x-one>')
  const define = await load<Define>(page, 'define.ts')
  const isFirst = await define.evaluate(({ define }) => {
    const first = class extends HTMLElement {}
    define('x-one', first)
    define('x-one', class extends HTMLElement {})
    return customElements.get('x-one') === first && document.querySelector('x-one') instanceof first
  })
  expect(isFirst).toBe(true)
})

test('define: a page without the element loads nothing, and its name, properties and attributes are known', async () => {
  const { page, loads, arrive, told } = await open('')
  await page.evaluate(() => Object.assign(window, { one: document.createElement('x-lazy') }))
  expect(await loads()).toBe(0)
  expect(
    await page.evaluate(() => {
      const type = customElements.get('x-lazy') as Lazy
      const one = document.createElement('x-lazy')
      return ['size' in one, 'inner' in one, 'other' in one, one instanceof type, type.observedAttributes]
    }),
  ).toEqual([true, true, false, true, ['data-size', 'lang']])
  await page.evaluate(() => document.body.append(document.createElement('x-lazy')))
  expect(await loads()).toBe(1)
  await arrive()
  expect(await told()).toEqual(['? constructed', '? connected'])
})

test('define: elements are constructed in place, once, after one load for all of them', async () => {
  const { page, loads, arrive, told, errors } = await open(`
    <x-lazy id="a" data-size="3"></x-lazy>
    <x-lazy id="b" lang="de" data-other="x"></x-lazy>`)
  expect(await loads()).toBe(1)
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<x-lazy id="c"></x-lazy>')
    document.querySelector('#a')?.setAttribute('data-size', '4')
  })
  expect(await loads()).toBe(1)
  expect(await told()).toEqual([])
  await arrive()
  expect(await told()).toEqual([
    'a constructed',
    'a data-size null 4',
    'a connected',
    'b constructed',
    'b lang null de',
    'b connected',
    'c constructed',
    'c connected',
  ])

  await page.evaluate(() => {
    const a = document.querySelector('#a') as HTMLElement
    a.dataset.size = '5'
    document.body.append(a)
  })
  expect(await told()).toEqual(['a data-size 4 5', 'a disconnected', 'a connected'])
  expect(errors).toEqual([])
})

test('define: elements that are made after loading are complete before they are connected', async () => {
  const { page, arrive, told, loads } = await open('<x-lazy id="a"></x-lazy>')
  await arrive()
  await told()
  await page.evaluate(() => {
    const one = document.createElement('x-lazy')
    one.id = 'b'
    one.dataset.size = '2'
    window.told.push('not connected yet')
    document.body.append(one)
  })
  expect(await told()).toEqual(['? constructed', 'b data-size null 2', 'not connected yet', 'b connected'])
  expect(await loads()).toBe(1)
})

test('define: elements that are away while the code arrives are complete when they come back', async () => {
  const { page, arrive, told, errors } = await open(`
    <x-lazy id="a"></x-lazy>
    <x-lazy id="b" data-size="1"></x-lazy>
    <x-lazy id="c"></x-lazy>`)
  await page.evaluate(() => {
    const away = document.querySelector('#b') as HTMLElement
    const early = Object.assign(document.createElement('x-lazy'), { id: 'd' })
    Object.assign(window, { away, early })
    away.remove()
    document.querySelector('#a')?.setAttribute('data-removes', '#c')
  })
  await arrive()
  expect(await told()).toEqual(['a constructed', 'a connected'])
  await page.evaluate(() => {
    const { away, early } = window as unknown as Record<string, HTMLElement>
    if (!away || !early) return
    away.dataset.size = '2'
    early.dataset.size = '3'
    window.told.push('not connected yet')
    document.body.append(away, early)
  })
  expect(await told()).toEqual([
    'not connected yet',
    'b constructed',
    'b data-size null 2',
    'b connected',
    'd constructed',
    'd data-size null 3',
    'd connected',
  ])
  expect(errors).toEqual([])
})

test('define: a class without lifecycle callbacks', async () => {
  const { page, arrive, errors } = await open('<x-lazy lang="de"></x-lazy>')
  const root = await load<Root>(page, 'elements/root.ts')
  await root.evaluate(({ Root }) => {
    window.type = class extends Root {
      static observedAttributes = []
      isThere = true
    }
  })
  await arrive()
  const isThere = await page.evaluate(() => {
    const one = document.querySelector('x-lazy') as HTMLElement & { isThere?: boolean }
    one.lang = 'pt'
    one.remove()
    document.body.append(one)
    return one.isThere
  })
  expect(isThere).toBe(true)
  expect(errors).toEqual([])
})

test('define: a failure is logged, and the next connected element loads again for all', async () => {
  const { page, loads, arrive, told, errors, logged, minHeight } = await open(
    '<x-lazy id="a"></x-lazy>',
    '300px',
  )
  expect(await minHeight('#a')).toBe('300px')
  await arrive(false)
  await expect.poll(() => minHeight('#a')).toBe('0px') // nothing will be there
  expect(logged).toEqual([
    expect.stringContaining('Realword: <x-lazy> did not load: give data-api-url. Error: offline'),
  ])
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<x-lazy id="b"></x-lazy>'))
  expect(await loads()).toBe(2)
  expect(await minHeight('#b')).toBe('300px')
  await arrive()
  expect(await told()).toEqual(['a constructed', 'a connected', 'b constructed', 'b connected'])
  expect(errors).toEqual([])
})

test('define: room is reserved until the element draws itself, by default that of a window', async () => {
  const { page, minHeight } = await open('<x-lazy></x-lazy>')
  expect(await minHeight('x-lazy')).toBe(`${page.viewportSize()?.height}px`)
  expect(await page.$eval('x-lazy', one => getComputedStyle(one).display)).toBe('block')
})

test('define: room by the rows of the element, but not where a server rendered it', async () => {
  const { minHeight } = await open(
    `<x-lazy id="a"></x-lazy>
    <x-lazy id="b" data-rows="3"></x-lazy>
    <x-lazy id="c" data-rows=""></x-lazy>
    <x-lazy id="d"><template shadowrootmode="open"><p>Rendered</p></template></x-lazy>
    <x-lazy id="e"><template shadowrootmode="open"></template></x-lazy>`,
    'calc(var(--_rows) * 10px)',
  )
  const heights = []
  for (const id of 'abcde') heights.push(await minHeight(`#${id}`))
  expect(heights).toEqual(['20px', '30px', '20px', expect.not.stringContaining('20px'), '20px'])
})

test('define: what scripts and attributes set before loading is kept, and the room ends', async () => {
  const { page, arrive, minHeight, errors } = await open('<x-lazy id="a"></x-lazy>', '300px')
  const element = await load<Element>(page, 'elements/element.ts')
  await element.evaluate(({ Element }) => {
    window.type = class extends Element {
      static override properties = {
        size: { attribute: 'data-size', read: Number, initial: 1 },
        inner: { initial: 'none' },
      }
      override draw() {
        const { size, inner } = this as unknown as Record<string, unknown>
        this.renderRoot.textContent = `${size} ${inner}`
      }
    }
  })
  await page.evaluate(() => {
    Object.assign(document.querySelector('x-lazy') ?? {}, { size: 5 })
    document.body.insertAdjacentHTML('beforeend', '<x-lazy id="b" data-size="7"></x-lazy>')
  })
  const drawn = () => page.$$eval('x-lazy', all => all.map(one => one.shadowRoot?.textContent))
  expect(await drawn()).toEqual(['', ''])
  await arrive()
  await expect.poll(drawn).toEqual(['5 none', '7 none'])
  expect(await minHeight('#a')).not.toBe('300px')
  // The accessors of the class replace the placeholder's properties.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('x-lazy')) Object.assign(one, { inner: 'set', size: 8 })
  })
  await expect.poll(drawn).toEqual(['8 set', '8 set'])
  expect(errors).toEqual([])
})
