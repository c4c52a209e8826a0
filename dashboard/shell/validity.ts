/**
 * Firefox reports required fields as invalid to screen readers before anybody has typed. Marks fields as invalid only once the
 * browser has refused their form, until their next input or until they are valid. What the page itself marks keeps its mark.
 */
export function reportValidity(): void {
  const refused = new WeakSet<EventTarget>()
  const markNew = () => {
    for (const field of document.querySelectorAll(':required:not([aria-invalid])')) mark(field, false)
  }
  new MutationObserver(markNew).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['required', 'aria-invalid'],
  })
  const onInvalid = ({ target }: Event) => {
    const field = target as Element
    if (field.getAttribute('aria-invalid') === 'true') return
    refused.add(field)
    mark(field, true)
  }
  addEventListener('invalid', onInvalid, true)
  const unmark = (field: Element) => {
    if (refused.delete(field)) mark(field, false)
  }
  addEventListener('input', ({ target }) => unmark(target as Element))
  // In Mantine's NumberInput, the arrow buttons and keys change the value without an input event. React has updated the field
  // by the next frame.
  const unmarkValid = () => document.querySelectorAll('[aria-invalid=true]:valid').forEach(unmark)
  for (const type of ['click', 'keyup'])
    addEventListener(type, () => requestAnimationFrame(unmarkValid), true)
}

function mark(field: Element, isInvalid: boolean): void {
  field.setAttribute('aria-invalid', String(isInvalid))
}
