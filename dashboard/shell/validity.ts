/**
 * Firefox reports required fields as invalid to screen readers before anybody has typed. Marks fields as invalid only once the
 * browser has refused their form, until their next input.
 */
export function reportValidity(): void {
  const markNew = () => {
    for (const field of document.querySelectorAll(':required:not([aria-invalid])')) mark(field, false)
  }
  new MutationObserver(markNew).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['required', 'aria-invalid'],
  })
  const refused = new WeakSet<EventTarget>()
  const onInvalid = ({ target }: Event) => {
    refused.add(target as Element)
    mark(target as Element, true)
  }
  addEventListener('invalid', onInvalid, true)
  addEventListener('input', ({ target }) => {
    if (refused.delete(target as Element)) mark(target as Element, false)
  })
}

function mark(field: Element, isInvalid: boolean): void {
  field.setAttribute('aria-invalid', String(isInvalid))
}
