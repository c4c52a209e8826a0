const events = ['rw-load', 'rw-error']
const last = new WeakMap<EventTarget, Event>()

/**
 * Records the last event of each element, from now on: an element of a page that a server rendered may load before React
 * hydrates it, and then nobody listens yet.
 */
export function recordEvents(): void {
  if (!('document' in globalThis)) return
  for (const name of events) addEventListener(name, record, { capture: true })
}

/** The last event of an element, once. */
export function claimPastEvent(element: Element): Event | undefined {
  const event = last.get(element)
  last.delete(element)
  return event
}

function record(event: Event): void {
  const [element] = event.composedPath()
  if (element) last.set(element, event)
}
