const targetKey: unique symbol = Symbol.for('realword.inPlace')

// The element that the next constructor call returns instead of a new one. Stored on the window, because a page that
// names the script with `?v=2` has this module twice: chunks import it without the query.
const page = globalThis as unknown as { [targetKey]?: Root | undefined }

// Servers have no elements. There the package can be imported, and defines nothing.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** The base of our elements. It can be constructed over an element that is already on the page. */
export class Root extends Base {
  // biome-ignore lint/correctness/noUnreachableSuper: HTMLElement is only asked for a new element
  constructor() {
    const one = page[targetKey]
    page[targetKey] = undefined
    if (one) {
      // biome-ignore lint/correctness/noConstructorReturn: it is what this class is for
      return one
    }
    super()
  }
}

/** Runs the constructors of `type`, a subclass of Root, on an existing element. */
export function constructOver(one: HTMLElement, type: CustomElementConstructor): void {
  page[targetKey] = one as Root
  new type()
}
