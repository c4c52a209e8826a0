import { sheetOf } from './css.ts'
import type { Property } from './elements/element.ts'
import { constructOver, Root } from './elements/root.ts'

/** Registers an element whose code comes with the page's script. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

interface Lifecycle {
  connectedCallback?(): void
  disconnectedCallback?(): void
  attributeChangedCallback?(name: string, before: string | null, after: string | null): void
}

// Root, with the lifecycle that a later parent has.
const Bare = Root as unknown as new () => HTMLElement & Lifecycle

/**
 * Registers an element at once and loads its code when the first one is connected. The name is known from the
 * beginning, in any shadow tree, and frameworks find the properties; a page without such elements never loads
 * them. When the code comes, the stand-in takes the real class for its parent: what is made from then on is
 * whole, and those that already stand on the page are constructed over again, in place. Until then they keep
 * `room`, a height, free: what stands below does not move.
 */
export function defineLazily(
  name: string,
  properties: Record<string, Property>,
  room: string,
  load: () => Promise<CustomElementConstructor & { observedAttributes: string[] }>,
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
    const loaded = await load().catch(() => undefined)
    isLoading = false // after a failure the next one connected tries again: offline, perhaps
    if (!loaded) {
      for (const one of early) keepRoom(one, '0')
      return
    }
    void loaded.observedAttributes // as define() would: the class makes its properties
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

// In the shadow tree that the whole element takes over, with styles of its own.
function keepRoom(one: HTMLElement, height: string): void {
  const root = one.shadowRoot ?? one.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetOf([`:host{display:block;min-height:${height}}`])]
}
