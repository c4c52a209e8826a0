/** Registers an element whose code comes with the page's script. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

interface Lifecycle {
  connectedCallback?(): void
  disconnectedCallback?(): void
  attributeChangedCallback?(name: string, before: string | null, after: string | null): void
}

// What `extends HTMLElement` gives, with the lifecycle that a later parent may have.
const Bare = HTMLElement as unknown as new () => HTMLElement & Lifecycle

/**
 * Registers an element at once and loads its code when the first one is connected. The name is known from the
 * beginning, in any shadow tree, and frameworks find the properties; a page without such elements never loads
 * them. When the code comes, the stand-in takes the real class for its parent: what is made from then on is
 * whole, and those that already stand on the page are constructed over again, in place. Until then they keep
 * `room`, a height, free: what stands below does not move.
 */
export function defineLazily(
  name: string,
  properties: Record<string, string>,
  room: string,
  load: () => Promise<CustomElementConstructor>,
): void {
  const whole = new WeakSet<HTMLElement>()
  const early = new Set<StandIn>()
  let isLoading = false
  let isLoaded = false

  class StandIn extends Bare {
    static observedAttributes = Object.values(properties)

    constructor() {
      super()
      if (isLoaded) whole.add(this)
    }
    override connectedCallback(): void {
      if (isLoaded) {
        complete(this)
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
    const element = await load().catch(() => undefined)
    if (element) return become(element)
    isLoading = false // offline, perhaps: the next one connected tries again
    for (const one of early) keepRoom(one, '0')
  }

  function become(element: CustomElementConstructor): void {
    constructInPlace(element)
    Reflect.get(element, 'observedAttributes') // as define() would: at this a Lit class makes itself ready
    for (const property of Object.keys(properties)) delete (StandIn.prototype as never)[property]
    Object.setPrototypeOf(StandIn, element)
    Object.setPrototypeOf(StandIn.prototype, element.prototype)
    isLoaded = true
    for (const one of early) one.connectedCallback()
    early.clear()
  }

  function complete(one: StandIn): void {
    if (whole.has(one)) return
    whole.add(one)
    inPlace = one
    Reflect.construct(Object.getPrototypeOf(StandIn), [], StandIn)
    for (const { name, value } of one.attributes) {
      if (StandIn.observedAttributes.includes(name)) one.attributeChangedCallback(name, null, value)
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
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:host{display:block;min-height:${height}}`)
  const tree = one.shadowRoot ?? one.attachShadow({ mode: 'open' })
  tree.adoptedStyleSheets = [sheet]
}

// The element that the next construction shall fill, in place of a new one.
let inPlace: HTMLElement | undefined

class Root {
  constructor() {
    const one = inPlace ?? Reflect.construct(HTMLElement, [], new.target)
    inPlace = undefined
    // biome-ignore lint/correctness/noConstructorReturn: it is what this class is for
    return one
  }
}

// The oldest class of ours above HTMLElement gets Root for its parent. Nobody else's Lit is touched: ours is
// in our own chunk.
function constructInPlace(element: CustomElementConstructor): void {
  let oldest: unknown = element
  while (Object.getPrototypeOf(oldest) !== HTMLElement && Object.getPrototypeOf(oldest) !== Root)
    oldest = Object.getPrototypeOf(oldest)
  Object.setPrototypeOf(oldest, Root)
}
