import { sheetOf } from '../css.ts'
import { Root } from './root.ts'

/** A property, the attribute that sets it, and how: without `read`, the text as it is. */
export type Property = { attribute?: string; read?: (text: string) => unknown; initial?: unknown }

/** Names of properties that changed since the last drawing, and `lang`. */
export type Changes = ReadonlySet<string>

/**
 * What our elements share: properties, attributes, a shadow tree, and one drawing for all that changes in a
 * moment. Shaped like LitElement, whose base weighs 2 kB (brotli) more: too much for what a page with ratings
 * only loads, and for all three together.
 */
export abstract class Element extends Root {
  static properties: Record<string, Property> = {}
  static styles: readonly string[] = []

  // Whoever defines an element reads this first, so the properties are made here.
  static get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: the class that is defined, which is below this one
    const { properties, prototype } = this
    for (const [name, { initial }] of Object.entries(properties))
      Element.#addProperty(prototype, name, initial)
    return [...Object.values(properties).flatMap(({ attribute }) => attribute ?? []), 'lang']
  }

  static #addProperty(prototype: Element, name: string, initial: unknown): void {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return this.#values[name] ?? initial
      },
      set(this: Element, value: unknown) {
        if (Object.is(value, this.#values[name])) return
        this.#values[name] = value
        this.requestUpdate(name)
      },
    })
  }

  readonly renderRoot: ShadowRoot
  #values: Record<string, unknown> = {}
  #changes = new Set<string>()
  #drawing: Promise<void> | undefined

  constructor() {
    super()
    this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    this.renderRoot.adoptedStyleSheets = [sheetOf(this.#type.styles)]
  }

  connectedCallback(): void {
    // Set by scripts before what gives the properties their meaning was there.
    for (const name of Object.keys(this.#type.properties)) {
      if (!Object.hasOwn(this, name)) continue
      const value = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    this.requestUpdate()
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const { properties } = this.#type
    const name = Object.keys(properties).find(name => properties[name]?.attribute === attribute)
    if (!name) {
      this.requestUpdate(attribute)
      return
    }
    const { initial, read = (text: string) => text } = properties[name] ?? {}
    Reflect.set(this, name, text === null ? initial : read(text))
  }

  /** Draws once at the end of this moment, whatever else changes in it. */
  requestUpdate(name?: string): void {
    if (name) this.#changes.add(name)
    this.#drawing ??= Promise.resolve().then(() => this.#draw())
  }

  /** Settles when what was asked for so far is drawn. */
  get updateComplete(): Promise<void> {
    return this.#drawing ?? Promise.resolve()
  }

  get #type(): typeof Element {
    return this.constructor as typeof Element
  }

  #draw(): void {
    this.#drawing = undefined
    if (!this.isConnected) return
    const changes = this.#changes
    this.#changes = new Set()
    this.willUpdate(changes)
    this.draw()
    this.updated(changes)
  }

  protected willUpdate(_changes: Changes): void {}
  protected abstract draw(): void
  protected updated(_changes: Changes): void {}
}

/** An event that leaves shadow trees, so that a page can listen anywhere. */
export function notifyPage(element: HTMLElement, name: string, detail?: unknown): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
