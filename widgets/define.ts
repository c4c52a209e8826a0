import { logOnce } from './config.ts'
import { sheetOf } from './css.ts'
import type { Property } from './elements/properties.ts'
import { constructOver, Root } from './elements/root.ts'

/** Registers an element whose code is part of the entry script. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

export type LazyElement = CustomElementConstructor & { observedAttributes: string[] }

interface Lifecycle {
  connectedCallback?(): void
  disconnectedCallback?(): void
  attributeChangedCallback?(name: string, before: string | null, after: string | null): void
}

// Root, with the lifecycle callbacks of the class that becomes its parent later.
const Bare = Root as unknown as new () => HTMLElement & Lifecycle

/**
 * Registers an element immediately, and loads its code when the first one is connected. Its name is defined from the
 * start in any shadow tree, and frameworks find its properties. Pages without the element never load its code. Until
 * then a placeholder class reserves `room`, by default the height of the window, so that content below does not move.
 * In it, `--_rows` is the element's `data-rows`, by default 2. After loading, the real class becomes the placeholder's
 * parent. New elements are then complete, and existing ones are constructed again in place.
 */
export function defineLazily(
  name: string,
  properties: Record<string, Property>,
  load: () => Promise<LazyElement>,
  room = '100vh',
): void {
  const attributes = [...Object.values(properties).flatMap(({ attribute }) => attribute ?? []), 'lang']
  const whole = new WeakSet<HTMLElement>()
  const early = new Set<StandIn>()
  let isLoading = false
  let type: CustomElementConstructor | undefined

  class StandIn extends Bare {
    static observedAttributes = attributes

    constructor() {
      super()
      if (type) whole.add(this)
    }
    override connectedCallback(): void {
      if (type) {
        complete(this, type)
        super.connectedCallback?.()
      } else {
        early.add(this)
        keepRoom(this, room)
        if (!isLoading) void begin()
      }
    }
    override disconnectedCallback(): void {
      early.delete(this)
      if (whole.has(this)) super.disconnectedCallback?.()
    }
    override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (whole.has(this)) super.attributeChangedCallback?.(name, before, after)
    }
  }

  async function begin(): Promise<void> {
    isLoading = true
    const loaded = await load().catch(error => {
      logOnce(`<${name}> did not load: give data-api-url.`, error)
    })
    isLoading = false // after a failure, such as being offline, the next connected element tries again
    if (!loaded) {
      for (const one of early) keepRoom(one, '0')
      return
    }
    void loaded.observedAttributes // creates the properties of the class, as define() would
    for (const property of Object.keys(properties)) Reflect.deleteProperty(StandIn.prototype, property)
    Object.setPrototypeOf(StandIn, loaded)
    Object.setPrototypeOf(StandIn.prototype, loaded.prototype)
    type = loaded
    for (const one of early) one.connectedCallback()
    early.clear()
  }

  function complete(one: StandIn, type: CustomElementConstructor): void {
    if (whole.has(one)) return
    whole.add(one)
    constructOver(one, type)
    for (const name of attributes) {
      const value = one.getAttribute(name)
      if (value !== null) one.attributeChangedCallback(name, null, value)
    }
  }

  for (const property of Object.keys(properties)) {
    Object.defineProperty(StandIn.prototype, property, {
      value: undefined,
      writable: true,
      configurable: true,
    })
  }
  define(name, StandIn)
}

// In the shadow tree that the loaded element will use, with its own styles. Content that a server rendered there has the
// height that the element will have.
function keepRoom(one: HTMLElement, height: string): void {
  if (one.shadowRoot?.hasChildNodes()) return
  const root = one.shadowRoot ?? one.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [
    sheetOf([`:host{--_rows:${one.dataset.rows || 2};display:block;min-height:${height}}`]),
  ]
}
